package io.auditvisa;

import io.auditvisa.config.Settings;
import io.auditvisa.config.StartProblem;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.SmallRyeConfig;

/**
 * Starts AuditVisa. What has to be known before Quarkus starts is decided here: whether the settings can be used, and which
 * database to run on.
 */
@QuarkusMain
public final class AuditVisaMain {

    public static void main(String... arguments) {
        try {
            recogniseDevMode();
            DatabaseChoice.forget();
            Settings.fromEnvironment(read()).forEach(AuditVisaMain::setUnlessSet);
            SmallRyeConfig config = read();
            Settings.check(config);
            DatabaseChoice.of(config).apply();
        } catch (StartProblem problem) {
            StartFailure.refuse(problem);
            return;
        }
        Quarkus.run(null, StartFailure::exit, arguments);
    }

    /** Quarkus says which mode it is only when it starts, too late for the profile of the settings we read before. */
    private static void recogniseDevMode() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        boolean reloading = loader.getClass().getSimpleName().equals("QuarkusClassLoader");
        if (reloading && LaunchMode.current() == LaunchMode.NORMAL) {
            LaunchMode.set(LaunchMode.DEVELOPMENT);
        }
    }

    /** The settings as they are now; Quarkus reads them again for itself. */
    private static SmallRyeConfig read() {
        return ConfigUtils.configBuilder().build();
    }

    private static void setUnlessSet(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }
}
