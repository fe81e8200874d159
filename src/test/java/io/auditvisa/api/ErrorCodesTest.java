package io.auditvisa.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every code that callers may rely on is produced over HTTP by a test; this is the list of where. */
class ErrorCodesTest {

    private static final Path TESTS = Path.of("src/test/java/io/auditvisa");
    private static final Path MAIN = Path.of("src/main/java/io/auditvisa");

    private static final Map<String, String> PRODUCED_BY = Map.ofEntries(
            // nothing is stored
            Map.entry("signature_missing", "source/WebhookResourceTest"),
            Map.entry("signature_invalid", "source/WebhookResourceTest"),
            Map.entry("outside_replay_window", "source/WebhookResourceTest"),
            Map.entry("payload_invalid", "source/WebhookResourceTest"),
            Map.entry("event_id_invalid", "source/WebhookResourceTest"),
            Map.entry("source_unknown", "source/WebhookResourceTest"),
            Map.entry("body_too_large", "source/WebhookResourceTest"),
            Map.entry("rate_limited", "source/SourcePolicyTest"),
            Map.entry("source_paused", "source/WebhookResourceTest"),
            Map.entry("database_unavailable", "processing/ReadOnlyDatabaseTest"),
            Map.entry("storage_unavailable", "processing/StorageDownTest"),
            Map.entry("overloaded", "processing/SmallPoolTest"),
            // a business refusal
            Map.entry("amount_invalid", "source/WebhookResourceTest"),
            Map.entry("currency_invalid", "source/SourcePolicyTest"),
            Map.entry("currency_mismatch", "ledger/MessagingFlowTest"),
            Map.entry("insufficient_balance", "ledger/MessagingFlowTest"),
            Map.entry("account_unknown", "source/WebhookResourceTest"),
            Map.entry("account_closed", "ledger/MessagingFlowTest"),
            Map.entry("message_conflict", "ledger/MessagingFlowTest"),
            Map.entry("target_invalid", "source/SourcePolicyTest"),
            Map.entry("target_not_allowed", "source/SourcePolicyTest"),
            Map.entry("livemode_mismatch", "source/SourcePolicyTest"),
            Map.entry("abandoned", "recovery/EventActionsTest"),
            // the operators' API
            Map.entry("unauthenticated", "access/AccessTest"),
            Map.entry("forbidden", "access/AccessTest"),
            Map.entry("identity_unavailable", "access/OidcIT"),
            Map.entry("not_found", "api/RefusedRequestsTest"),
            Map.entry("method_not_allowed", "api/RefusedRequestsTest"),
            Map.entry("unsupported_media_type", "api/RefusedRequestsTest"),
            Map.entry("request_invalid", "api/RefusedRequestsTest"),
            Map.entry("parameter_invalid", "api/RefusedRequestsTest"),
            Map.entry("reason_required", "api/RefusedRequestsTest"),
            Map.entry("not_reconcilable", "api/RefusedRequestsTest"),
            Map.entry("idempotency_key_missing", "api/RefusedRequestsTest"),
            Map.entry("idempotency_key_invalid", "ledger/LedgerApiTest"),
            Map.entry("idempotency_conflict", "ledger/LedgerApiTest"),
            Map.entry("account_exists", "ledger/LedgerApiTest"),
            Map.entry("overdraft_in_use", "ledger/LedgerApiTest"),
            Map.entry("not_refundable", "ledger/LedgerApiTest"),
            Map.entry("import_conflict", "audit/ExportAndImportTest"),
            Map.entry("cannot_sign", "source/SourcePolicyTest"),
            Map.entry("payload_erased", "drill/DrillTest"),
            Map.entry("not_processed", "drill/DrillTest"),
            Map.entry("in_progress", "recovery/EventActionsTest"));

    /** A drill whose own port is gone, a provider that is away, and what nobody foresaw: no request brings them about. */
    private static final Set<String> NOT_OF_A_REQUEST = Set.of("drill_failed", "provider_unavailable");

    private static final Pattern THROWN =
            Pattern.compile("Problem(?:Exception)?(?:\\.of)?\\(\\s*\\d{3},\\s*\"([a-z_]+)\"");

    @Test
    void everyCodeOfTheListIsInItsTest() throws IOException {
        for (Map.Entry<String, String> entry : PRODUCED_BY.entrySet()) {
            String test = Files.readString(TESTS.resolve(entry.getValue() + ".java"));

            assertThat(Pattern.compile("\\b" + entry.getKey() + "\\b")
                            .matcher(test)
                            .find())
                    .as(entry.toString())
                    .isTrue();
        }
    }

    @Test
    void everyCodeThatIsThrownIsInTheList() throws IOException {
        Set<String> thrown = new TreeSet<>();
        try (Stream<Path> files = Files.walk(MAIN)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher matcher = THROWN.matcher(Files.readString(file));
                while (matcher.find()) {
                    thrown.add(matcher.group(1));
                }
            }
        }
        thrown.removeAll(NOT_OF_A_REQUEST);

        assertThat(thrown).hasSizeGreaterThan(20).isSubsetOf(PRODUCED_BY.keySet());
    }
}
