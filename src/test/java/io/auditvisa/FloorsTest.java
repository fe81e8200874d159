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

    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry("", 6),
            Map.entry("console", 5),
            Map.entry("recovery", 5),
            Map.entry("drill", 5),
            Map.entry("source", 4),
            Map.entry("audit", 4),
            Map.entry("processing", 3),
            Map.entry("verify", 3),
            Map.entry("certificate", 2),
            Map.entry("ledger", 2),
            Map.entry("inbox", 2),
            Map.entry("notification", 2),
            Map.entry("crm", 2),
            Map.entry("delivery", 1),
            Map.entry("event", 1),
            Map.entry("access", 1),
            Map.entry("postgres", 1),
            Map.entry("health", 1),
            Map.entry("api", 0),
            Map.entry("config", 0));

    /** On one floor, only what is built on the other knows it. */
    private static final Set<String> NEIGHBOURS = Set.of("crm -> notification");

    private static final Pattern HTTP_TYPES = Pattern.compile(
            "(jakarta\\.ws\\.rs|org\\.jboss\\.resteasy|io\\.vertx\\.(core\\.http|ext\\.web)|io\\.quarkus\\.(vertx\\.http|vertx\\.web))\\..*");
    private static final Pattern MAY_KNOW_HTTP = Pattern.compile(
            ".*(Resource|Page|Pages|Mapper|Mechanism|Filter|Client|Invitation|Problem|Problems)(\\$.*)?");
    private static final Pattern VAGUE = Pattern.compile(".*(Manager|Helper|Impl|Utils?)(\\$.*)?");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void everyPackageHasItsFloor() {
        assertThat(CLASSES).isNotEmpty();
        assertThat(CLASSES.stream().map(FloorsTest::feature))
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
