package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whose time counts: the receipt of a request is judged by the process, all that replicas compare by the database. */
class WallClockTest {

    private static final Set<String> CLOCKS = Set.of(
            "java.time.Instant.now()",
            "java.time.LocalDate.now()",
            "java.time.LocalDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.time.Clock.systemUTC()",
            "java.time.Clock.systemDefaultZone()",
            "java.lang.System.currentTimeMillis()",
            "java.util.Date.<init>()");

    /** What the Quarkus scheduler calls may come late when the wall clock is set back; recovery and its outside calls may not. */
    private static final List<String> MAY_COME_LATE = List.of(
            "DeliveryScrub.tick",
            "PayloadRetention.tick",
            "SigningKeys.refresh",
            "StripeReconciler.onSchedule",
            "ThinEvents.tick");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.auditvisa");

    @Test
    void theWallClockIsReadInOnePlace() {
        assertThat(accesses()
                        .filter(access -> CLOCKS.contains(access.getTargetOwner()
                                        .getName() + "." + access.getTarget().getName() + "()"))
                        .map(access -> access.getOriginOwner().getSimpleName())
                        .distinct())
                .containsExactly("ReceiptClock");
    }

    @Test
    void onlyWhatJudgesSignsOrShowsARequestAsksTheClock() {
        assertThat(accesses()
                        .filter(access -> access.getTargetOwner().isEquivalentTo(Clock.class))
                        .map(access -> access.getOriginOwner().getSimpleName())
                        .distinct())
                .containsExactlyInAnyOrder(
                        "ReceiptClock",
                        "WebhookResource",
                        "RateLimit",
                        "MissedEvents",
                        "ReplayDrill",
                        "CrmChannel",
                        "Verifier");
    }

    @Test
    void onlyWhatMayComeLateGoesByTheScheduler() {
        assertThat(CLASSES.stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith("io.quarkus.scheduler.Scheduled"))
                        .map(method -> method.getOwner().getSimpleName() + "." + method.getName()))
                .containsExactlyInAnyOrderElementsOf(MAY_COME_LATE);
    }

    private static Stream<JavaAccess<?>> accesses() {
        return CLASSES.stream().map(JavaClass::getAccessesFromSelf).flatMap(Set::stream);
    }
}
