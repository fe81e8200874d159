package io.auditvisa.notification;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.net.URI;
import java.util.Optional;

/** Where the operators' messages go. */
@ConfigMapping(prefix = "auditvisa.notification")
public interface TelegramConfig {

    /** Telegram's Bot API. */
    @WithName("telegram.base-url")
    @WithDefault("https://api.telegram.org")
    URI baseUrl();

    /** Token of the bot; without one, notifications are recorded as {@code disabled}. */
    @WithName("telegram.token")
    Optional<String> token();

    /** The chat the bot writes to; needed with a token. */
    @WithName("telegram.chat-id")
    Optional<String> chatId();

    /** Whether the original message is edited to carry the repeat count (AV-9.2). */
    @WithDefault("true")
    boolean markDuplicates();
}
