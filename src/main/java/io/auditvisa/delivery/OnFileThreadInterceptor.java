package io.auditvisa.delivery;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Moves the calls of an {@link OnFileThread} bean to the file threads; the caller waits. */
@OnFileThread
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
class OnFileThreadInterceptor {

    private final FileThreads threads;

    OnFileThreadInterceptor(FileThreads threads) {
        this.threads = threads;
    }

    @AroundInvoke
    Object call(InvocationContext invocation) throws Exception {
        return threads.call(invocation::proceed);
    }
}
