package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Design 7: a COMMIT whose answer is lost is unknown; it is looked up again, and nothing is stored or made twice. */
class LostCommitIT {

    @Test
    void whicheverCommitLosesItsAnswerThereIsOneArrivalAndOneResult() {
        try (TestServer server = TestServer.start();
                CommitEater proxy = new CommitEater(server.port())) {
            Site site = Site.create(server);
            String url = site.jdbcUrl().replace(":" + server.port(), ":" + proxy.port());
            try (PackagedApplication application = site.application()
                    .database(url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0")
                    .set("auditvisa.recovery.grace", "4s")
                    .set("auditvisa.recovery.every", "1s")
                    .start()) {
                assertThat(Sent.certificate().to(application).status()).isEqualTo(200);
                loseCommit(1, Sent.certificate(), proxy, application, site); // of the claim
                loseCommit(2, Sent.certificate(), proxy, application, site); // of the fulfilment
                loseCommit(1, Sent.message(), proxy, application, site); // of the direct way
                assertThat(Sent.get(application, "/invariants")
                                .body()
                                .path("holds")
                                .asBoolean())
                        .isTrue();
                assertThat(site.quarantined()).isEmpty();
            }
        }
    }

    private static void loseCommit(
            int number, Sent event, CommitEater proxy, PackagedApplication application, Site site) {
        int eaten = proxy.eaten();
        proxy.eat(number);

        Sent.Answer answer = event.to(application);

        proxy.eat(Integer.MAX_VALUE);
        assertThat(proxy.eaten()).as("the commit was lost").isGreaterThan(eaten);
        assertThat(answer.status()).as(event.source() + " " + number).isIn(200, 202);
        Eventually.holds(
                "processed", Duration.ofSeconds(15), () -> status(site, event).equals("processed"));
        assertThat(site.text("SELECT arrivals FROM event WHERE event_id = '" + event.id() + "'"))
                .isEqualTo("1");
    }

    private static String status(Site site, Sent event) {
        return site.text("SELECT status FROM event WHERE event_id = '" + event.id() + "'");
    }
}
