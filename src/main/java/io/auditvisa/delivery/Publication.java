package io.auditvisa.delivery;

/** How the publishing of a staged package ended; in each case the published files are now exactly the staged ones. */
public sealed interface Publication {

    /** The folder was not there before. */
    record Published() implements Publication {}

    /** Equal files were there already: a run that died after publishing left them (AV-11.2). */
    record Adopted() implements Publication {}

    /**
     * Different files were there: set aside, never served.
     *
     * @param quarantineName name of their folder in the quarantine
     */
    record Replaced(String quarantineName) implements Publication {}
}
