package io.auditvisa.k8s;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** What the packaged application is built with: the values that the manifests have to agree with. */
final class PlatformSettings {

    private PlatformSettings() {}

    static String read(String key) {
        return read(key, "");
    }

    static String read(String key, String byDefault) {
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            settings.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings.getProperty("%prod." + key, settings.getProperty(key, byDefault));
    }
}
