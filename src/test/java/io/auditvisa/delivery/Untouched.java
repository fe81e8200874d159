package io.auditvisa.delivery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/** A delivery as it was before a test damaged it; put back afterwards, as other tests prove the invariants of the whole database. */
public record Untouched(String slug, Map<Path, byte[]> files, byte[] statement, byte[] signature, byte[] payloadHash) {

    /** Remembers files and rows. */
    public static Untouched of(DataSource database, Path data, String slug) throws SQLException, IOException {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        for (DeliveryFile file : DeliveryFile.values()) {
            Path path = data.resolve("deliveries").resolve(slug).resolve(file.nameFor(slug));
            files.put(path, Files.readAllBytes(path));
        }
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT statement, signature, payload_hash FROM delivery d JOIN event e ON e.id = d.event WHERE d.slug = ?")) {
            query.setString(1, slug);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new Untouched(slug, files, row.getBytes(1), row.getBytes(2), row.getBytes(3));
            }
        }
    }

    /** Puts everything back. */
    public void restore(DataSource database) throws SQLException, IOException {
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
        try (Connection connection = database.getConnection();
                PreparedStatement delivery =
                        connection.prepareStatement("UPDATE delivery SET statement = ?, signature = ? WHERE slug = ?");
                PreparedStatement event =
                        connection.prepareStatement("UPDATE event SET payload_hash = ? WHERE slug = ?")) {
            delivery.setBytes(1, statement);
            delivery.setBytes(2, signature);
            delivery.setString(3, slug);
            delivery.executeUpdate();
            event.setBytes(1, payloadHash);
            event.setString(2, slug);
            event.executeUpdate();
        }
    }
}
