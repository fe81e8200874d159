package io.auditvisa;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The floors of ARCHITECTURE.md: an import only ever runs down. */
class FloorsTest {

    private static final String ROOT = "io.auditvisa";

    /** Tens are the floors of ARCHITECTURE.md; the units order what shares the ground floor or is built on a neighbour. */
    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry("", 60),
            Map.entry("console", 50),
            Map.entry("recovery", 50),
            Map.entry("drill", 50),
            Map.entry("source", 40),
            Map.entry("audit", 40),
            Map.entry("processing", 30),
            Map.entry("verify", 30),
            Map.entry("certificate", 20),
            Map.entry("ledger", 20),
            Map.entry("inbox", 20),
            Map.entry("notification", 20),
            Map.entry("crm", 20),
            Map.entry("delivery", 13),
            Map.entry("access", 12),
            Map.entry("event", 10),
            Map.entry("api", 11),
            Map.entry("postgres", 5),
            Map.entry("health", 5),
            Map.entry("config", 0));

    /** On one floor, only what is built on the other knows it. */
    private static final Set<String> NEIGHBOURS = Set.of("crm -> notification");

    private static final Pattern HTTP_TYPES = Pattern.compile(
            "(jakarta\\.ws\\.rs|org\\.jboss\\.resteasy|io\\.vertx\\.(core\\.http|ext\\.web)|io\\.quarkus\\.(vertx\\.http|vertx\\.web))\\..*");
    /** Resources, pages, outgoing clients; {@code api} and {@code access} are the edge itself. */
    private static final Pattern MAY_KNOW_HTTP = Pattern.compile(
            ".*(Resource|Page|Pages|PagePolicy|Mapper|Client|DemoInvitation)(\\$.*)?|io\\.auditvisa\\.(api|access)\\..*");

    private static final Pattern VAGUE = Pattern.compile(".*(Manager|Helper|Impl|Utils?)(\\$.*)?");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyPackageHasItsFloor() {
        assertThat(CLASSES).isNotEmpty();
        assertThat(CLASSES.stream().map(FloorsTest::feature).distinct())
                .as("a new package needs a floor in ARCHITECTURE.md and here")
                .isSubsetOf(FLOORS.keySet());
    }

    @Test
    void anImportOnlyRunsDown() {
        List<String> upwards = dependencies()
                .filter(dependency ->
                        dependency.getTargetClass().getPackageName().startsWith(ROOT))
                .filter(dependency ->
                        !runsDown(feature(dependency.getOriginClass()), feature(dependency.getTargetClass())))
                .map(Dependency::getDescription)
                .toList();

        assertThat(upwards).isEmpty();
    }

    @Test
    void onlyResourcesAndPagesKnowHttp() {
        List<String> offenders = dependencies()
                .filter(dependency -> HTTP_TYPES
                        .matcher(dependency.getTargetClass().getName())
                        .matches())
                .map(dependency -> dependency.getOriginClass().getName())
                .filter(name -> !MAY_KNOW_HTTP.matcher(name).matches())
                .distinct()
                .toList();

        assertThat(offenders).isEmpty();
    }

    @Test
    void noNameIsVague() {
        assertThat(CLASSES.stream()
                        .map(JavaClass::getName)
                        .filter(name -> VAGUE.matcher(name).matches()))
                .isEmpty();
    }

    private static Stream<Dependency> dependencies() {
        return CLASSES.stream().flatMap(type -> type.getDirectDependenciesFromSelf().stream());
    }

    private static boolean runsDown(String from, String to) {
        return from.equals(to)
                || NEIGHBOURS.contains(from + " -> " + to)
                || FLOORS.getOrDefault(from, -1) > FLOORS.getOrDefault(to, -1);
    }

    /** The package below the root that a class belongs to: {@code source} for {@code io.auditvisa.source.stripe}. */
    private static String feature(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1).split("\\.")[0];
    }
}
