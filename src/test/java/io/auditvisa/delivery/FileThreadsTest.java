package io.auditvisa.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** File calls that the operating system does not return from, as on a file server that went away. */
@QuarkusTest
class FileThreadsTest {

    @Inject
    DeliveryStorage storage;

    @Inject
    FileThreads threads;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path dataDirectory;

    /** A named pipe: to open it for reading blocks until somebody writes. */
    @Test
    void moreHungCallsThanProcessorsLeaveEveryOtherVirtualThreadAtWork() throws Exception {
        int hung = Runtime.getRuntime().availableProcessors() + 2;
        String slug = UUID.randomUUID().toString().replace("-", "");
        Path pipe = Files.createDirectories(dataDirectory.resolve("deliveries").resolve(slug))
                .resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CountDownLatch ended = new CountDownLatch(hung);
        CountDownLatch others = new CountDownLatch(10);
        IntStream.range(0, hung)
                .forEach(i -> Thread.ofVirtual().start(() -> {
                    storage.read(slug, "pipe");
                    ended.countDown();
                }));
        Thread.sleep(500); // until they are in the operating system
        IntStream.range(0, 10).forEach(i -> Thread.ofVirtual().start(others::countDown));

        boolean wentOn = others.await(10, TimeUnit.SECONDS);

        release(pipe, ended);
        Files.delete(pipe);
        Files.delete(pipe.getParent());
        assertThat(wentOn).isTrue();
    }

    private static void release(Path pipe, CountDownLatch ended) throws IOException, InterruptedException {
        while (ended.getCount() > 0) {
            Files.newOutputStream(pipe).close();
            ended.await(50, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void theCallerGetsTheResultOrTheException() throws Exception {
        Optional<Throwable> failure = onVirtualThread(() -> {
            assertThat(threads.call(() -> Thread.currentThread().isVirtual())).isFalse();
            assertThatThrownBy(() -> threads.call(() -> {
                        throw new IOException("of the test");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("of the test");
            assertThatThrownBy(() -> threads.call(() -> {
                        throw new StackOverflowError("of the test");
                    }))
                    .isInstanceOf(StackOverflowError.class);
            assertThatThrownBy(() -> storage.publish("0".repeat(32), UUID.randomUUID()))
                    .isInstanceOf(StorageException.class);
        });

        assertThat(failure).isEmpty();
    }

    private interface Steps {
        void run() throws Exception;
    }

    private static Optional<Throwable> onVirtualThread(Steps steps) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        steps.run();
                    } catch (Throwable failed) {
                        failure[0] = failed;
                    }
                })
                .join();
        return Optional.ofNullable(failure[0]);
    }
}
