package io.auditvisa.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.auditvisa.event.EventRecord;
import io.auditvisa.event.Failure;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a stored arrival: the event's record, and what this arrival led to.
 *
 * @param record the record, its members on the top level
 * @param outcome {@code processed}, {@code duplicate_reused}, {@code failed} or {@code processing}
 * @param message what a repeat means (AV-7.3)
 * @param messageZh the same in Chinese
 * @param conflict {@code true} when the content differs from the first arrival's (GO-1); otherwise absent
 * @param failure why there is no result
 */
@RegisterForReflection(targets = {WebhookAnswer.class, Failure.class})
public record WebhookAnswer(
        @JsonUnwrapped EventRecord record,
        String outcome,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String message,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String messageZh,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean conflict,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Failure failure) {

    private static final String REUSED = "Duplicate event detected. Existing AuditVisa result reused.";
    private static final String REUSED_ZH = "检测到重复事件，已复用现有的 AuditVisa 结果。";

    static WebhookAnswer processed(EventRecord record, boolean conflict) {
        return new WebhookAnswer(record, "processed", null, null, flag(conflict), null);
    }

    static WebhookAnswer reused(EventRecord record, boolean conflict) {
        return new WebhookAnswer(record, "duplicate_reused", REUSED, REUSED_ZH, flag(conflict), null);
    }

    static WebhookAnswer failed(EventRecord record, boolean conflict) {
        return new WebhookAnswer(record, "failed", null, null, flag(conflict), record.failure());
    }

    static WebhookAnswer processing(EventRecord record, boolean conflict) {
        return new WebhookAnswer(record, "processing", null, null, flag(conflict), record.failure());
    }

    private static @Nullable Boolean flag(boolean conflict) {
        return conflict ? Boolean.TRUE : null;
    }
}
