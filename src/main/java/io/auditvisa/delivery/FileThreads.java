package io.auditvisa.delivery;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Threads of the operating system for work on files. A virtual thread that blocks in a file call keeps the processor it runs on
 * (JDK 24 and later), so as many calls as there are processors, hung on a file server that went away, would stop every
 * request. Here they keep a thread of their own, and whoever waits for one is parked.
 */
@Singleton
class FileThreads {

    /** More than runs and downloads need at a time; when all hang, the rest waits, parked. */
    private static final int MOST = 128;

    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("files-", 0).factory());
    private final Semaphore places = new Semaphore(MOST, true);

    /** The result of the work, or its exception; work of a thread that is no virtual one stays on it. */
    <T> T call(Callable<T> work) throws Exception {
        if (!Thread.currentThread().isVirtual()) {
            return work.call();
        }
        places.acquireUninterruptibly();
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            threads.execute(() -> complete(result, work));
        } catch (RuntimeException | Error notStarted) {
            places.release();
            throw notStarted;
        }
        try {
            return result.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed.getCause() instanceof Exception exception ? exception : failed;
        }
    }

    private <T> void complete(CompletableFuture<T> result, Callable<T> work) {
        try {
            result.complete(work.call());
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        } finally {
            places.release();
        }
    }

    @PreDestroy
    void stop() {
        threads.shutdown();
    }
}
