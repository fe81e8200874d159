package io.auditvisa.bench;

import io.auditvisa.testing.PackagedApplication;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.OptionalLong;

/** The packaged application as its own process, with production settings and two sources, over one database. */
final class Service implements Target, AutoCloseable {

    private final String name;
    private final PackagedApplication application;
    private final Book book = new Book();

    private Service(String name, PackagedApplication application) {
        this.name = name;
        this.application = application;
    }

    static Service start(String name, String database, BenchSettings settings) throws Exception {
        PackagedApplication application = new PackagedApplication().database(database);
        application.set("auditvisa.sources.messaging.kind", "standard");
        application.set("auditvisa.sources.messaging.secrets", EventKind.MESSAGE_SECRET);
        application.set("auditvisa.sources.messaging.rules.\"message.*\"", "debit,inbox,crm");
        application.set("auditvisa.sources.stripe.kind", "stripe");
        application.set("auditvisa.sources.stripe.secrets", EventKind.STRIPE_SECRET);
        application.set("auditvisa.sources.stripe.rules.\"checkout.session.completed\"", "certificate,notification");
        if (!settings.serviceJvm().isBlank()) {
            application.variable("JAVA_TOOL_OPTIONS", settings.serviceJvm());
        }
        writeKey(application.dataDirectory().resolve("keys"));
        return new Service(name, application.start());
    }

    /** Production makes no signing key by itself. */
    private static void writeKey(Path folder) throws Exception {
        Files.createDirectories(folder);
        byte[] key = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
        Path file = folder.resolve("bench.pem");
        Files.writeString(file, "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Ends the process and starts a new one over the same database. */
    void startAgain() {
        application.stop();
        application.start();
    }

    /** Ends the process as kill -9 does. */
    void kill() {
        application.kill9();
    }

    /** Starts a process over the same database and files. */
    void start() {
        application.start();
    }

    PackagedApplication application() {
        return application;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Client connect() throws Exception {
        return new WebhookClient(URI.create(application.url()).getPort());
    }

    @Override
    public Book book() {
        return book;
    }

    @Override
    public OptionalLong process() {
        return OptionalLong.of(application.process().pid());
    }

    @Override
    public void close() {
        application.close();
    }
}
