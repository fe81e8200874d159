package io.auditvisa.health;

import io.auditvisa.config.StartProblem;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** Why the database cannot be used, and whether waiting can help. */
sealed interface DatabaseTrouble {

    /**
     * Not there, starting, full, read-only, or its password or name not yet right: somebody is at work on it, or will be.
     *
     * @param kind changes when it is another trouble
     * @param sentence for the log
     */
    record Passing(String kind, String sentence) implements DatabaseTrouble {}

    /** Only another setting, database or version of ours helps. */
    record Lasting(RuntimeException reason) implements DatabaseTrouble {}

    /**
     * No connection (08), read-only (25006), user or password (28), no such database (3D), lost a race (40), too busy or full
     * (53), a lock (55), starting or stopping (57), its disk (58). A driver's or the pool's own timeout has no state.
     */
    Pattern PASSING = Pattern.compile("08...|25006|28...|3D...|40...|53...|55...|57...|58...");

    static DatabaseTrouble of(Exception failure) {
        FlywayException migration = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartProblem known) {
                return new Lasting(known);
            }
            if (cause instanceof SQLException refused) {
                return of(refused);
            }
            migration = cause instanceof FlywayException found ? found : migration;
        }
        if (migration != null) {
            return new Lasting(problem("cannot be migrated", migration, null));
        }
        return new Lasting(failure instanceof RuntimeException bug ? bug : new IllegalStateException(failure));
    }

    private static DatabaseTrouble of(SQLException refused) {
        String state = refused.getSQLState();
        if (state == null || PASSING.matcher(state).matches()) {
            return new Passing(String.valueOf(state), hint(state) + StartProblem.oneLine(refused));
        }
        return new Lasting(problem("cannot be used", refused, state));
    }

    private static StartProblem problem(String what, Exception cause, @Nullable String state) {
        return new StartProblem(
                "the database of quarkus.datasource.jdbc.url " + what + ": " + StartProblem.oneLine(cause)
                        + (state == null ? "" : " (SQLSTATE " + state + ")"),
                cause);
    }

    private static String hint(@Nullable String state) {
        return state != null && state.startsWith("28")
                ? "it refuses quarkus.datasource.username or quarkus.datasource.password: "
                : "";
    }
}
