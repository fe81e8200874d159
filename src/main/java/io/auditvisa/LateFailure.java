package io.auditvisa;

import io.auditvisa.health.Schema;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Ends the process when a database that was not there at the start turns out to be one that it cannot use. */
@ApplicationScoped
class LateFailure {

    void end(@Observes Schema.Unusable unusable) {
        StartFailure.exitLate(unusable.reason());
    }
}
