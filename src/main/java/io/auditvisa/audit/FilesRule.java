package io.auditvisa.audit;

import io.auditvisa.event.InvariantCheck;
import io.auditvisa.event.InvariantRule;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Every file of every package is there and has the hash that the database holds (AV-11.3); imported events have none here. */
@ApplicationScoped
public class FilesRule implements InvariantRule {

    private static final int FETCH_SIZE = 200;
    private static final String PACKAGES = """
            SELECT e.ref, d.slug, d.html_sha256, d.zip_sha256, d.run_hash
              FROM delivery d JOIN event e ON e.id = d.event WHERE NOT e.imported ORDER BY d.id""";

    private final PackageFiles files;

    public FilesRule(PackageFiles files) {
        this.files = files;
    }

    @Override
    public InvariantCheck check(Connection connection) throws SQLException {
        Offenders damaged = new Offenders();
        Sql.of(PACKAGES).each(connection, FETCH_SIZE, row -> {
            if (isDamaged(row)) {
                damaged.add(row.getString("ref"));
            }
        });
        return damaged.check("files_present_with_recorded_hashes");
    }

    private boolean isDamaged(ResultSet row) throws SQLException {
        PackageFiles.Recorded recorded = new PackageFiles.Recorded(
                row.getString("html_sha256"), row.getString("zip_sha256"), Sha256.hex(row.getBytes("run_hash")));
        return !files.damageOf(row.getString("slug"), recorded).isEmpty();
    }
}
