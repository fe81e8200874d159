package io.auditvisa.delivery;

import java.util.Map;
import java.util.Optional;

/** Makes the files of a recorded package again; implemented by whoever knows what is in them. */
public interface PackageRebuilder {

    /**
     * The files by name, byte for byte as published, from the row alone (GO-3). Empty when this version cannot: it does
     * not know the renderer version or the key.
     */
    Optional<Map<String, byte[]>> rebuild(Delivery delivery);
}
