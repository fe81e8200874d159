package io.auditvisa.verify;

import io.quarkus.qute.TemplateData;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * One step of a verification.
 *
 * @param name stable name
 * @param holds whether it passed
 * @param result {@code passed}, {@code failed}, or {@code unavailable} when it could not be done
 * @param label what was checked
 * @param labelZh the same in Chinese
 * @param detail what was compared, or what is wrong
 */
@RegisterForReflection
@TemplateData
public record Check(String name, boolean holds, String result, String label, String labelZh, String detail) {

    static final String PASSED = "passed";
    static final String FAILED = "failed";
    static final String UNAVAILABLE = "unavailable";

    /** What a step looks at, without its outcome. */
    record Step(String name, String label, String labelZh) {

        Check passed(String detail) {
            return new Check(name, true, PASSED, label, labelZh, detail);
        }

        Check failed(String detail) {
            return new Check(name, false, FAILED, label, labelZh, detail);
        }

        Check unavailable(String detail) {
            return new Check(name, false, UNAVAILABLE, label, labelZh, detail);
        }

        Check of(boolean passes, String detail, String complaint) {
            return passes ? passed(detail) : failed(complaint);
        }
    }
}
