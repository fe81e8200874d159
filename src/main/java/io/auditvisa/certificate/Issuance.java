package io.auditvisa.certificate;

/** How the making of a certificate package ended. */
public sealed interface Issuance {

    /** The package is complete. */
    record Made(CertificatePackage certificatePackage) implements Issuance {}

    /** This replica does not hold the key: to sign with it, or to name it in a rebuilt package. */
    record KeyUnavailable(String keyId) implements Issuance {}

    /** This version of the application does not know the renderer version (a rolling deploy). */
    record RendererUnknown(int rendererVersion) implements Issuance {}

    /** The stored statement is no statement: the database row was damaged. Only a rebuild ends so. */
    record StatementUnreadable(String reason) implements Issuance {}
}
