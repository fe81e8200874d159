package io.auditvisa.delivery;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The record of one delivered certificate package, written in the transaction that makes its event {@code processed}
 * (AV-5.4). It keeps all that rebuilds the package byte for byte without payload and private key (GO-3).
 */
@Entity
@Table(name = "delivery")
@SuppressWarnings("NullAway.Init") // filled by the maker or by Hibernate
public class Delivery extends PanacheEntityBase {

    @Id
    @SequenceGenerator(name = "delivery_seq", sequenceName = "delivery_seq", allocationSize = 50)
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "delivery_seq")
    public @Nullable Long id;

    /** Id of the event row; unique: at most one package per event. */
    @Column(name = "event", nullable = false, updatable = false)
    public long event;

    /** 128 random bits chosen once by the claim; part of every file name and URL. */
    @Column(name = "slug", nullable = false, updatable = false)
    public String slug;

    /** Delivery policy (AV-13.1): made and signed, but shown to authenticated callers only. */
    @Column(name = "withheld", nullable = false, updatable = false)
    public boolean withheld;

    /** The exact signed statement, RFC 8785 bytes. */
    @Column(name = "statement", nullable = false, updatable = false)
    public byte[] statement;

    /** SHA-256 of {@link #statement}. */
    @Column(name = "run_hash", nullable = false, updatable = false)
    public byte[] runHash;

    /** Ed25519 over the DSSE pre-authentication encoding of the statement, 64 bytes. */
    @Column(name = "signature", nullable = false, updatable = false)
    public byte[] signature;

    /** RFC 7638 thumbprint of the key that signed. */
    @Column(name = "key_id", nullable = false, updatable = false)
    public String keyId;

    @Column(name = "renderer_version", nullable = false, updatable = false)
    public int rendererVersion;

    /** Hex SHA-256 of {@code certificate.html}. */
    @Column(name = "html_sha256", nullable = false, updatable = false)
    public String htmlSha256;

    /** Hex SHA-256 of the ZIP. */
    @Column(name = "zip_sha256", nullable = false, updatable = false)
    public String zipSha256;

    @Column(name = "created_at", nullable = false, updatable = false)
    public Instant createdAt;

    /** When the background pass last compared the files with this row; null when it never did. */
    @Column(name = "scrubbed_at")
    public @Nullable Instant scrubbedAt;

    /** What is wrong with the files and could not be repaired; null when nothing is. */
    @Column(name = "damage")
    public @Nullable String damage;

    /** The delivery behind a public address. */
    public static Optional<Delivery> findBySlug(String slug) {
        return find("slug", slug).firstResultOptional();
    }

    /** The delivery of an event row. */
    public static Optional<Delivery> findByEvent(long event) {
        return find("event", event).firstResultOptional();
    }

    /** The next deliveries in id order, for a pass over all of them. */
    public static List<Delivery> after(long id, int limit) {
        return find("id > ?1 order by id", id).page(0, limit).list();
    }
}
