package io.auditvisa.certificate;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;

import io.auditvisa.event.Sha256;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** AV-13.2, GO-3: keys in the running service; rotation without a restart; packages made again without their key. */
@QuarkusTest
class SigningKeysTest {

    @Inject
    SigningKeys keys;

    @Inject
    CertificateIssuer issuer;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path data;

    @Test
    void theFirstStartMadeAKeyAndPublishedIt() {
        String active = keys.activeKeyId().orElseThrow();

        assertThat(keys.isUsable()).isTrue();
        given().get("/.well-known/jwks.json")
                .then()
                .statusCode(200)
                .body("keys.kid", hasItem(active))
                .body("keys.kty", hasItems("OKP"))
                .body("keys.crv", hasItems("Ed25519"))
                .body("keys.x", hasItem(keys.publicKey(active).orElseThrow().x()));
    }

    @Test
    void aPackageIsMadeAgainByteForByteAfterItsKeyIsGone() throws Exception {
        String first = keys.activeKeyId().orElseThrow();
        CertificatePackage made =
                made(issuer.issue(Sample.signedBy(first, "https://site.example", 4900L, "usd", true), 1));
        KeyFiles files = new KeyFiles(data.resolve("keys"));
        String firstFile = files.readAll().stream()
                .filter(key -> key.keyId().equals(first))
                .findFirst()
                .orElseThrow()
                .fileName();

        files.generate();
        keys.refresh();
        String second = keys.activeKeyId().orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(keys.canSign(first)).isTrue();
        Path away = data.resolve("keys").resolve("away.txt");
        Files.move(data.resolve("keys").resolve(firstFile), away);
        keys.refresh();
        try {
            assertThat(keys.canSign(first)).isFalse();
            assertThat(issuer.issue(Sample.signedBy(first, "x", 1L, "usd", true), 1))
                    .isEqualTo(new Issuance.KeyUnavailable(first));
            assertThat(statusOf(first)).isEqualTo("retired");
            assertThat(statusOf(second)).isEqualTo("active");
            CertificatePackage again = made(issuer.rebuild(made.statement(), made.signature(), first, 1));
            assertThat(again.html()).isEqualTo(made.html());
            assertThat(again.zip()).isEqualTo(made.zip());
            assertThat(again.runHash()).isEqualTo(made.runHash());
        } finally {
            Files.move(away, data.resolve("keys").resolve(firstFile));
            keys.refresh();
        }
        assertThat(statusOf(first)).isEqualTo("active");
        assertThat(keys.activeKeyId()).hasValue(second);
    }

    @Test
    void whatCannotBeMadeIsSaid() {
        String active = keys.activeKeyId().orElseThrow();
        Predicate predicate = Sample.signedBy(active, "x", 1L, "usd", true);

        assertThat(issuer.issue(predicate, 99)).isEqualTo(new Issuance.RendererUnknown(99));
        assertThat(issuer.issue(Sample.full(), 1)).isEqualTo(new Issuance.KeyUnavailable(Sample.KEY_ID));
        assertThat(issuer.rebuild(new byte[] {1}, new byte[64], active, 1))
                .isInstanceOf(Issuance.StatementUnreadable.class);
    }

    @Test
    void theSamePredicateAlwaysGivesTheSamePackage() {
        Predicate predicate = Sample.signedBy(keys.activeKeyId().orElseThrow(), "x", 1L, "usd", true);

        CertificatePackage one = made(issuer.issue(predicate, 1));
        CertificatePackage other = made(issuer.issue(predicate, 1));

        assertThat(one.zip()).isEqualTo(other.zip());
        assertThat(one.htmlSha256()).isEqualTo(Statement.parse(one.statement()).htmlSha256());
        assertThat(one.runHash()).isEqualTo(Sha256.of(one.statement()));
    }

    private static CertificatePackage made(Issuance issuance) {
        return ((Issuance.Made) issuance).certificatePackage();
    }

    private static String statusOf(String keyId) {
        JsonPath jwks = given().get("/.well-known/jwks.json").jsonPath();
        return jwks.getString("keys.find { it.kid == '" + keyId + "' }.status");
    }
}
