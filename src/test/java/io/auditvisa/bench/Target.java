package io.auditvisa.bench;

import java.util.OptionalLong;

/** What is measured: the service, or one form of the floor. */
interface Target {

    String name();

    Client connect() throws Exception;

    /** Events that this target's database holds. */
    Book book();

    /** The process of the service, when it is one. */
    OptionalLong process();
}
