package io.auditvisa.notification;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.StepLog;
import io.auditvisa.notification.NotifiedEvents.Notified;
import io.auditvisa.notification.NotifiedEvents.Repeated;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The operators' messages. Telegram has no idempotency key, so a doubtful message is never sent again by a machine; repeats
 * of an event send nothing new, the original message is edited to carry their count (AV-9.2).
 */
@ApplicationScoped
public class TelegramChannel implements OutsideChannel {

    private static final Logger LOG = Logger.getLogger(TelegramChannel.class);

    private final @Nullable TelegramApi telegram;
    private final boolean markDuplicates;
    private final NotifiedEvents events;
    private volatile @Nullable OffsetDateTime markedUpTo;

    TelegramChannel(TelegramConfig config, NotifiedEvents events, ObjectMapper json) {
        this.telegram = config.token()
                .map(token -> new TelegramApi(config.baseUrl(), token, chatId(config), json))
                .orElse(null);
        this.markDuplicates = config.markDuplicates();
        this.events = events;
    }

    @Override
    public String table() {
        return "notification";
    }

    @Override
    public boolean isConfigured() {
        return telegram != null;
    }

    @Override
    public RepeatRule repeatRule() {
        return RepeatRule.ONLY_IF_NOTHING_WAS_ACCEPTED;
    }

    /** One after the other: a chat takes about one message a second. */
    @Override
    public int parallelCalls() {
        return 1;
    }

    @Override
    public CallResult call(Call call) {
        Notified event;
        try {
            event = events.event(call.event());
        } catch (SQLException failed) {
            return new CallResult.NotReached("the event could not be read");
        }
        return telegram().send(event.text().first());
    }

    @Override
    public void settled(Call call, CallState state) {
        if (state != CallState.SENT) {
            return;
        }
        try {
            StepLog.log(
                    StepLog.Step.telegram_notified, events.event(call.event()).key(), null, "attempt", call.attempts());
        } catch (SQLException failed) {
            LOG.warnf("a notification was sent, intent=%d", call.id());
        }
    }

    @Override
    public void sweep() {
        if (!markDuplicates) {
            return;
        }
        try {
            NotifiedEvents.Found found = events.repeatedSince(markedUpTo);
            boolean paced = false;
            for (Repeated repeated : found.repeated()) {
                paced = paced || (events.take(repeated) && mark(repeated));
            }
            markedUpTo = found.upTo();
        } catch (SQLException failed) {
            LOG.warnf("repeats are marked at a later sweep: %s", failed.getMessage());
        }
    }

    /** Edits a message; true when Telegram asks to slow down. A doubtful edit is made again: it says the same. */
    private boolean mark(Repeated repeated) throws SQLException {
        String text = repeated.event().text().withRepeats(repeated.arrivals() - 1);
        CallResult result = telegram().edit(repeated.messageId(), text);
        if (result instanceof CallResult.Accepted || result instanceof CallResult.Refused) {
            // refused: the message is gone, too old, or says so already
            events.marked(repeated);
        }
        return result instanceof CallResult.Paced;
    }

    private TelegramApi telegram() {
        if (telegram == null) {
            throw new IllegalStateException("no Telegram token is configured");
        }
        return telegram;
    }

    private static String chatId(TelegramConfig config) {
        return config.chatId()
                .orElseThrow(() -> new ConfigurationProblem(
                        "auditvisa.notification.telegram.chat-id is missing: the bot needs to know where to write"));
    }
}
