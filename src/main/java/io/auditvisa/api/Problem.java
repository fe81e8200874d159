package io.auditvisa.api;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * An error answer (RFC 9457, {@code application/problem+json}).
 *
 * @param type always {@code about:blank}: the {@code code} tells errors apart
 * @param title the status' reason phrase
 * @param status HTTP status
 * @param code stable code of contract.md
 * @param detail one sentence for people; no secrets
 * @param instance the request id
 */
@RegisterForReflection
public record Problem(String type, String title, int status, String code, String detail, String instance) {

    /** Media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";
}
