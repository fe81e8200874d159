package io.auditvisa.notification;

import org.jspecify.annotations.Nullable;

/**
 * What the operators read, in English and Chinese (AV-9): plain text, so that no id needs an escape.
 *
 * @param ref internal reference
 * @param sid checkout session, when there is one
 * @param testMode whether the event came from the provider's test mode
 */
record NotificationText(
        String eventId,
        String ref,
        @Nullable String sid,
        @Nullable String htmlUrl,
        @Nullable String zipUrl,
        boolean testMode) {

    /** The message after the first processing (AV-9.1). */
    String first() {
        StringBuilder text = new StringBuilder(400);
        if (testMode) {
            text.append("TEST / 测试\n");
        }
        text.append("Processed: the official result exists.\n处理成功：正式结果已生成。\n\n");
        line(text, "Event ID", eventId);
        line(text, "Ref", ref);
        line(text, "SID", sid);
        line(text, "HTML", htmlUrl);
        line(text, "ZIP", zipUrl);
        return text.toString().strip();
    }

    /** The same message with its repeats: a controlled, normal case (AV-9.2, AV-9.3). */
    String withRepeats(int repeats) {
        return first()
                + "\n\nalready processed: delivered again %d×, the existing result was reused, no new certificate was made."
                        .formatted(repeats)
                + "\n已处理：重复到达 %d 次，已复用既有结果，未重新出证；以上链接为既有正式结果。".formatted(repeats);
    }

    private static void line(StringBuilder text, String label, @Nullable String value) {
        if (value != null) {
            text.append(label).append(": ").append(value).append('\n');
        }
    }
}
