package io.auditvisa.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class ProbesTest {

    @Test
    void aDatabaseThatDoesNotAnswerIsNotReady() {
        DatabaseReadiness readiness = new DatabaseReadiness(new DirectConnections(
                "jdbc:postgresql://127.0.0.1:1/none", Optional.of("postgres"), Optional.empty(), Map.of()));

        assertThat(readiness.call().getStatus()).isEqualTo(Status.DOWN);
    }
}
