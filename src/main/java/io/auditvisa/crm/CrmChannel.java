package io.auditvisa.crm;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.notification.CallResult;
import io.auditvisa.notification.OutsideChannel;
import io.auditvisa.notification.OutsideHttp;
import io.auditvisa.notification.RepeatRule;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends forwards to the CRM as Standard Webhooks requests, again and again until it acknowledges with a 2xx: the
 * {@code webhook-id} stays the same, so the CRM drops repeats (IO-6).
 */
@ApplicationScoped
public class CrmChannel implements OutsideChannel {

    private static final int PARALLEL_CALLS = 16;
    private static final String CONTENT = "SELECT webhook_id, body FROM crm_forward WHERE id = ?";

    private record Content(String webhookId, byte[] body) {}

    private final @Nullable URI url;
    private final @Nullable WebhookSignature signature;
    private final DataSource dataSource;
    private final Clock clock;
    private final HttpClient client = OutsideHttp.newClient();

    CrmChannel(CrmConfig config, DataSource dataSource, Clock clock) {
        this.url = config.url().orElse(null);
        this.signature = url == null ? null : signatureOf(config);
        this.dataSource = dataSource;
        this.clock = clock;
    }

    @PreDestroy
    void close() {
        client.shutdownNow();
    }

    @Override
    public String table() {
        return "crm_forward";
    }

    @Override
    public boolean isConfigured() {
        return url != null;
    }

    @Override
    public RepeatRule repeatRule() {
        return RepeatRule.UNTIL_ACKNOWLEDGED;
    }

    @Override
    public int parallelCalls() {
        return PARALLEL_CALLS;
    }

    @Override
    public CallResult call(Call call) {
        Content content;
        try {
            content = content(call.id());
        } catch (SQLException failed) {
            return new CallResult.NotReached("the forward could not be read");
        }
        return switch (OutsideHttp.send(client, request(content))) {
            case OutsideHttp.Answer.Answered answered ->
                OutsideHttp.resultOf(answered.status(), OutsideHttp.retryAfter(answered.headers()));
            case OutsideHttp.Answer.NotReached not -> new CallResult.NotReached(not.detail());
            case OutsideHttp.Answer.Lost lost -> new CallResult.Doubtful(lost.detail());
        };
    }

    private HttpRequest request(Content content) {
        if (url == null || signature == null) {
            throw new IllegalStateException("no CRM is configured");
        }
        long timestamp = clock.instant().getEpochSecond();
        return HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("User-Agent", "AuditVisa")
                .header("webhook-id", content.webhookId())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header("webhook-signature", signature.sign(content.webhookId(), timestamp, content.body()))
                .POST(HttpRequest.BodyPublishers.ofByteArray(content.body()))
                .build();
    }

    private Content content(long id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(CONTENT)) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Content(row.getString(1), row.getBytes(2));
            }
        }
    }

    private static WebhookSignature signatureOf(CrmConfig config) {
        String secret = config.secret()
                .orElseThrow(() -> new ConfigurationProblem(
                        "auditvisa.crm.secret is missing: forwards to auditvisa.crm.url are signed with it"));
        try {
            return new WebhookSignature(secret);
        } catch (IllegalArgumentException malformed) {
            throw new ConfigurationProblem(
                    "auditvisa.crm.secret is malformed: it must be whsec_ followed by base64", malformed);
        }
    }
}
