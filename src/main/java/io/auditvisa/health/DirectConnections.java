package io.auditvisa.health;

import io.auditvisa.config.ConfigurationProblem;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Connections beside the pool, to the same server as the same user: for the probe, which must not wait for a busy pool, and for
 * migrations, which may take longer than any statement of a request.
 */
@ApplicationScoped
class DirectConnections {

    private final String url;
    private final Optional<String> user;
    private final Optional<String> password;
    private final Map<String, String> properties;

    /** Config keys {@code quarkus.datasource.*}, as the pool reads them. */
    DirectConnections(
            @ConfigProperty(name = "quarkus.datasource.jdbc.url") String url,
            @ConfigProperty(name = "quarkus.datasource.username") Optional<String> user,
            @ConfigProperty(name = "quarkus.datasource.password") Optional<String> password,
            @ConfigProperty(name = "quarkus.datasource.jdbc.additional-jdbc-properties")
                    Map<String, String> properties) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.properties = properties;
    }

    /**
     * @param longestAnswer after which a silent server is given up
     * @throws ConfigurationProblem for a URL that is none of PostgreSQL's
     */
    DataSource named(String applicationName, Duration connecting, Duration longestAnswer) {
        Properties inUrl = Driver.parseURL(url, null);
        if (inUrl == null) {
            throw new ConfigurationProblem("quarkus.datasource.jdbc.url is not jdbc:postgresql://<host>/<database>");
        }
        PGSimpleDataSource server = new PGSimpleDataSource();
        server.setUrl(url);
        try {
            for (Map.Entry<String, String> property : properties.entrySet()) {
                if (!inUrl.containsKey(property.getKey())) {
                    server.setProperty(property.getKey(), property.getValue());
                }
            }
        } catch (SQLException unknown) {
            throw new ConfigurationProblem(
                    "quarkus.datasource.jdbc.additional-jdbc-properties: " + unknown.getMessage());
        }
        user.ifPresent(server::setUser);
        password.ifPresent(server::setPassword);
        server.setConnectTimeout((int) connecting.toSeconds());
        server.setLoginTimeout((int) connecting.toSeconds());
        server.setSocketTimeout((int) longestAnswer.toSeconds());
        server.setApplicationName(applicationName);
        return server;
    }
}
