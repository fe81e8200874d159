package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Senders that behave as real ones do: each event is sent again until it is answered 200, sometimes although it was, and
 * through any process. Keeps what they were told, so that it can be compared with what is stored in the end.
 */
final class Load {

    private final List<PackagedApplication> applications;
    private final int senders;
    private final long seed;
    private final Map<Sent, Queue<Sent.Answer>> told = new ConcurrentHashMap<>();
    private volatile boolean over;

    Load(List<PackagedApplication> applications, int senders, long seed) {
        this.applications = applications;
        this.senders = senders;
        this.seed = seed;
    }

    interface Disturbance {
        void happen(Random random) throws Exception;
    }

    /** Sends while the disturbance happens, again and again until the time is over; then lets every sender finish. */
    void during(Duration time, Disturbance disturbance) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> working = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                Random random = new Random(seed * 31 + i);
                working.add(threads.submit(() -> send(random)));
            }
            try {
                Random random = new Random(seed);
                while (System.nanoTime() < end) {
                    Eventually.sleep(500 + random.nextInt(2000));
                    disturbance.happen(random);
                }
            } finally {
                over = true;
            }
            for (Future<?> sender : working) {
                sender.get(2, TimeUnit.MINUTES);
            }
        }
    }

    private void send(Random random) {
        while (!over) {
            Sent event = random.nextBoolean() ? Sent.certificate() : Sent.message();
            Queue<Sent.Answer> answers = told.computeIfAbsent(event, any -> new ConcurrentLinkedQueue<>());
            int again = random.nextInt(3);
            for (int successes = 0; successes <= again; ) {
                Sent.Answer answer = event.to(applications.get(random.nextInt(applications.size())));
                answers.add(answer);
                if (answer.status() == 200) {
                    successes++;
                } else {
                    Eventually.sleep(100 + random.nextInt(300));
                }
            }
        }
    }

    /** Nothing acknowledged is lost, nothing is doubled, nobody was told 500, and all answers of one event agree. */
    void assertThatEveryPromiseWasKept(Site site, PackagedApplication application) {
        Eventually.holds(
                "all finished",
                Duration.ofSeconds(40),
                () -> site.text("SELECT count(*) FROM event WHERE status <> 'processed'")
                        .equals("0"));
        assertThat(told).hasSizeGreaterThan(senders);
        assertThat(site.text("SELECT count(*) FROM event")).isEqualTo(Integer.toString(told.size()));
        told.forEach((event, answers) -> {
            assertThat(answers)
                    .as(event.ref())
                    .allMatch(answer -> List.of(-1, 200, 202, 503).contains(answer.status()));
            assertThat(answers.stream()
                            .filter(answer -> answer.status() == 200)
                            .map(answer ->
                                    answer.text("run_hash") + answer.text("html_url") + answer.text("ledger_entry_id"))
                            .distinct())
                    .as(event.ref())
                    .hasSize(1);
            long acknowledged =
                    answers.stream().filter(Sent.Answer::isAcknowledged).count();
            assertThat(Long.parseLong(site.text("SELECT count(*) FROM arrival a JOIN event e ON e.id = a.event"
                            + " WHERE e.event_id = '" + event.id() + "'")))
                    .as(event.ref())
                    .isBetween(acknowledged, (long) answers.size());
        });
        long certificates = told.keySet().stream()
                .filter(event -> event.source().equals("stripe"))
                .count();
        assertThat(site.text("SELECT count(*) FROM delivery")).isEqualTo(Long.toString(certificates));
        assertThat(site.published()).hasSize((int) certificates * 3);
        assertThat(site.text("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(Long.toString(told.size() - certificates));
        Sent.Answer invariants = Sent.get(application, "/invariants");
        assertThat(invariants.body().path("holds").asBoolean())
                .as(invariants.body().toString())
                .isTrue();
        Eventually.holds(
                "staging of dead runs is gone",
                Duration.ofSeconds(30),
                () -> site.staged().isEmpty());
        assertThat(site.quarantined()).isEmpty();
    }
}
