package io.auditvisa.event;

/** The sources that this replica is configured for; an event of another one is left alone (rolling deploys). */
public interface KnownSources {

    /** Whether a source of this name is configured. */
    boolean knows(String source);
}
