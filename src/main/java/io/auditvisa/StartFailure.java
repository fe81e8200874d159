package io.auditvisa;

import io.auditvisa.config.StartProblem;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** How a start that failed ends: one line on standard error for what an operator can put right, a stack trace for the rest. */
final class StartFailure {

    private StartFailure() {}

    /** Called when Quarkus has ended, with the reason if it failed. */
    static void exit(int exitCode, @Nullable Throwable cause) {
        if (cause != null) {
            report(cause);
        }
        // In dev mode this handler keeps the process for the next change of a file; elsewhere it exits.
        ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(exitCode, cause);
    }

    /** Ends a process that has started, without what it turned out to need. */
    static void exitLate(Throwable cause) {
        report(cause);
        Quarkus.asyncExit(1);
    }

    /** Ends a start that failed before Quarkus. */
    static void refuse(StartProblem problem) {
        exit(1, problem);
    }

    private static void report(Throwable cause) {
        sentence(cause)
                .ifPresentOrElse(
                        StartFailure::print,
                        () -> Logger.getLogger(AuditVisaMain.class).error("AuditVisa could not start", cause));
    }

    /** What to tell the operator, in one line; empty for a failure that nobody foresaw. */
    static Optional<String> sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartProblem
                    || cause instanceof ConfigurationException
                    || cause instanceof ConfigValidationException) {
                return Optional.of(StartProblem.oneLine(cause));
            }
            if (cause instanceof QuarkusBindException taken) {
                return Optional.of("port " + taken.getPort() + " is in use by another process:"
                        + " set quarkus.http.port and quarkus.management.port");
            }
        }
        return Optional.empty();
    }

    private static void print(String sentence) {
        System.err.println("AuditVisa cannot start: " + sentence);
    }
}
