package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.LeftBehind;
import io.auditvisa.testing.PackagedApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts that must fail: one line for the operator, an exit code, no stack trace. */
class StartIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({
        "auditvisa.sorces.stripe.kind, stripe",
        "auditvisa.sources.stripe.kind, strype",
        "auditvisa.recovery.every, soon",
        "auditvisa.storage, s3"
    })
    void aSettingThatCannotBeUsedStopsTheStart(String key, String value) {
        try (PackagedApplication app = new PackagedApplication().set(key, value).launch()) {
            assertRefused(app, key);
            assertThat(app.dataDirectory()).as("nothing was started").doesNotExist();
        }
    }

    @Test
    void aMisspeltVariableStopsTheStartButServiceLinksDoNot() {
        try (PackagedApplication app = new PackagedApplication()
                .variable("AUDITVISA_PORT", "tcp://10.0.0.1:8080")
                .variable("AUDITVISA_SERVICE_HOST", "10.0.0.1")
                .variable("AUDITVISA_DATADIR", "/tmp")
                .launch()) {
            assertRefused(app, "AUDITVISA_DATADIR");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "auditvisa.crm.url, http://localhost:9/crm, auditvisa.crm.secret, whsec_%%%",
        "auditvisa.crm.url, http://localhost:9/crm, auditvisa.crm.secret, ",
        "auditvisa.notification.telegram.token, 123:abc, auditvisa.notification.telegram.chat-id, "
    })
    void aCallToTheOutsideThatCannotBeMadeStopsTheStart(
            String key, String value, String named, @Nullable String wrong) {
        try (PackagedApplication app = new PackagedApplication().set(key, value)) {
            if (wrong != null) {
                app.set(named, wrong);
            }

            app.launch();

            assertRefused(app, named);
        }
    }

    @Test
    void aDataDirectoryThatCannotBeWrittenStopsTheStart() throws IOException {
        try (PackagedApplication app = new PackagedApplication()) {
            Files.createDirectories(app.home());
            Path file = Files.writeString(app.home().resolve("file"), "");
            app.set("auditvisa.data-dir", file.resolve("data").toString()).launch();

            assertRefused(app, "the data directory " + file.resolve("data") + " cannot be written");
        }
    }

    @Test
    void aDeliveriesDirectoryThatCannotBeWrittenStopsTheStart() throws IOException {
        try (PackagedApplication app = new PackagedApplication()) {
            Files.createDirectories(app.home());
            Path file = Files.writeString(app.home().resolve("file"), "");
            app.set("auditvisa.deliveries-dir", file.resolve("d").toString()).launch();

            assertRefused(app, "the deliveries directory " + file.resolve("d") + " cannot be written");
        }
    }

    @Test
    void aDirectoryOfAnotherMajorVersionStopsTheStart() throws IOException {
        try (PackagedApplication app = new PackagedApplication()) {
            Path directory = Files.createDirectories(app.dataDirectory().resolve("postgres"));
            Files.writeString(directory.resolve("PG_VERSION"), "14\n");
            app.launch();

            assertRefused(app, "was made by PostgreSQL 14, but this AuditVisa brings PostgreSQL 17");
        }
    }

    /** A read after a lock has to see what the lock waited for: with less isolation stale, with more an error. */
    @Test
    void anotherIsolationThanReadCommittedStopsTheStart() {
        try (PackagedApplication app = new PackagedApplication()
                .set("quarkus.datasource.jdbc.transaction-isolation-level", "serializable")
                .launch()) {
            assertRefused(app, "needs transaction isolation READ COMMITTED, not serializable");
            assertThat(LeftBehind.server(app.dataDirectory().resolve("postgres")))
                    .isEmpty();
        }
    }

    @Test
    void anAddressThatIsNoneOfADatabaseStopsTheStart() {
        try (PackagedApplication app = new PackagedApplication()
                .database("postgres://127.0.0.1/auditvisa")
                .launch()) {
            assertRefused(app, "quarkus.datasource.jdbc.url is not jdbc:postgresql://<host>/<database>");
        }
    }

    private static void assertRefused(PackagedApplication app, String reason) {
        assertThat(app.awaitExit(PATIENCE)).isEqualTo(1);
        assertThat(app.stderr()).startsWith("AuditVisa cannot start: ").contains(reason);
        assertThat(app.stderr().strip()).hasLineCount(1);
        assertThat(app.stdout()).doesNotContain("Exception").doesNotContain("\tat ");
    }
}
