package io.auditvisa;

import io.auditvisa.config.StartProblem;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.runtime.configuration.ConfigUtils;
import org.eclipse.microprofile.config.Config;

/**
 * Starts AuditVisa. What has to be known before Quarkus starts is decided here: whether the settings can be used, and which
 * database to run on.
 */
@QuarkusMain
public final class AuditVisaMain {

    public static void main(String... arguments) {
        try {
            DatabaseChoice.forget();
            Config config = ConfigUtils.configBuilder().build();
            DatabaseChoice.of(config).apply();
        } catch (StartProblem problem) {
            StartFailure.refuse(problem);
            return;
        }
        Quarkus.run(null, StartFailure::exit, arguments);
    }
}
