package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AV-10 over several processes on one database and one deliveries folder. */
class ReplicasIT {

    private static final int KEYS = 16;
    private static final int ARRIVALS = 128;

    @Test
    void manyArrivalsOfFewKeysOverTwoProcessesMakeOneResultEach() throws Exception {
        try (TestServer server = TestServer.start()) {
            Site site = Site.create(server);
            try (PackagedApplication one = replica(site).start();
                    PackagedApplication other = replica(site).start()) {
                List<Sent> keys = Stream.generate(Sent::certificate).limit(KEYS).toList();

                List<Sent.Answer> answers = sendAtOnce(keys, List.of(one, other));

                assertThat(answers).allMatch(answer -> answer.status() == 200);
                assertThat(answers)
                        .filteredOn(answer -> answer.text("outcome").equals("processed"))
                        .hasSize(KEYS);
                assertThat(answers)
                        .filteredOn(answer -> answer.text("outcome").equals("duplicate_reused"))
                        .hasSize(ARRIVALS - KEYS);
                assertThat(answers.stream()
                                .map(answer -> answer.text("ref") + answer.text("html_url"))
                                .distinct())
                        .hasSize(KEYS);
                assertThat(site.list("SELECT DISTINCT arrivals::text FROM event"))
                        .containsExactly(Integer.toString(ARRIVALS / KEYS));
                assertThat(site.published()).hasSize(3 * KEYS);
                assertThat(Sent.get(other, "/invariants").body().path("holds").asBoolean())
                        .isTrue();
            }
        }
    }

    private static PackagedApplication replica(Site site) {
        return site.application().set("auditvisa.duplicate-wait", "20s");
    }

    private static List<Sent.Answer> sendAtOnce(List<Sent> keys, List<PackagedApplication> replicas) throws Exception {
        List<Callable<Sent.Answer>> calls = new ArrayList<>();
        for (int i = 0; i < ARRIVALS; i++) {
            Sent event = keys.get(i % keys.size());
            PackagedApplication replica = replicas.get((i / keys.size()) % replicas.size());
            calls.add(() -> event.to(replica));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(ARRIVALS)) {
            List<Sent.Answer> answers = new ArrayList<>();
            for (Future<Sent.Answer> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        }
    }
}
