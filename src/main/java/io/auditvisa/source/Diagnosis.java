package io.auditvisa.source;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.auditvisa.event.StrictJson;
import io.auditvisa.source.SignatureScheme.Signed;
import io.auditvisa.source.SignatureScheme.Unsigned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells the sender of an unverifiable request what to look at (GO-9). It only ever says which change would make the
 * signature that was sent fit; it never computes one for the sender, and names no secret.
 */
final class Diagnosis {

    /** Larger bodies are not tried in other forms: a forged request must stay cheap. */
    private static final int LARGEST_TRIED = 64 * 1024;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final ObjectWriter PRETTY = JSON.writer(new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private final Source source;
    private final Collection<Source> all;
    private final RequestHeaders headers;
    private final byte[] body;

    private Diagnosis(Source source, Collection<Source> all, RequestHeaders headers, byte[] body) {
        this.source = source;
        this.all = all;
        this.headers = headers;
        this.body = body;
    }

    /** The reason with what helps to find its cause. */
    static String of(Unsigned reason, Source source, Collection<Source> all, RequestHeaders headers, byte[] body) {
        Diagnosis diagnosis = new Diagnosis(source, all, headers, body);
        String hint = reason.code().equals(Unsigned.MISSING) ? diagnosis.otherKind() : diagnosis.otherCause();
        return hint == null ? reason.detail() : reason.detail() + ". " + hint;
    }

    /** Signed, but the way another kind of source is. */
    private @Nullable String otherKind() {
        boolean isStripe = !headers.all("Stripe-Signature").isEmpty();
        boolean isStandard = !headers.all("webhook-signature").isEmpty();
        if (source.kind() == SourceKind.STRIPE && isStandard) {
            return "It carries Standard Webhooks headers, but this source is of kind stripe";
        }
        if (source.kind() == SourceKind.STANDARD && isStripe) {
            return "It carries Stripe-Signature, but this source is of kind standard";
        }
        return null;
    }

    private @Nullable String otherCause() {
        if (body.length > LARGEST_TRIED) {
            return null;
        }
        for (Map.Entry<String, byte[]> form : otherForms().entrySet()) {
            if (source.gate().scheme().check(headers, form.getValue()) instanceof Signed) {
                return "The signature fits the body " + form.getKey()
                        + ": something between sender and receiver re-serialised it; pass the raw bytes on";
            }
        }
        for (Source other : all) {
            if (other.kind() == source.kind()
                    && !other.name().equals(source.name())
                    && other.gate().scheme().check(headers, body) instanceof Signed) {
                return "It fits a secret of the source '" + other.name() + "': was it sent to the wrong endpoint?";
            }
        }
        return mode();
    }

    private Map<String, byte[]> otherForms() {
        Map<String, byte[]> forms = new LinkedHashMap<>();
        String text = StrictJson.decode(body);
        if (text == null) {
            return forms;
        }
        forms.put("without white space at its end", bytes(text.stripTrailing()));
        forms.put("with a line feed at its end", bytes(text + "\n"));
        forms.put("with LF line ends", bytes(text.replace("\r\n", "\n")));
        try {
            JsonNode tree = JSON.readTree(text);
            forms.put("without white space between its members", JSON.writeValueAsBytes(tree));
            forms.put("indented by two spaces", PRETTY.writeValueAsBytes(tree));
        } catch (IOException noJson) {
            // then there is no other way to write it
        }
        return forms;
    }

    private @Nullable String mode() {
        if (!(StrictJson.parse(body) instanceof StrictJson.Parsed parsed)) {
            return null;
        }
        Boolean livemode = Members.bool(parsed.root(), "livemode");
        return livemode == null
                ? null
                : "The body says livemode " + livemode + ": is the secret that of the " + (livemode ? "live" : "test")
                        + " mode endpoint?";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
