package io.auditvisa;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.quarkus.vertx.http.HttpServerStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Says, in the {@code dev} profile, where to look and how to send a first event. */
@ApplicationScoped
class DemoInvitation {

    /** The shell makes the rest: the time and the signature over it, by the public demo secret of application.properties. */
    private static final String TEXT = """

            AuditVisa is ready.
              API        %1$s/q/openapi   (Authorization: Bearer dev-token)
              Health     http://localhost:%2$d/q/health

            Send a signed Stripe event (n=2, n=3, … makes others); send it again, and the same certificate comes back:

            n=1; body='{"id":"evt_demo'$n'","object":"event","type":"checkout.session.completed","livemode":false,\
            "created":1772358554,"data":{"object":{"id":"cs_test_demo'$n'","object":"checkout.session",\
            "payment_status":"paid","amount_total":4900,"currency":"usd",\
            "customer_details":{"email":"buyer@example.com"},\
            "metadata":{"target":"https://shop.example/","product":"AuditVisa Standard","price_id":"price_demo"}}}}'; \
            t=$(date +%%s); curl -sS %1$s/webhooks/stripe -H 'Content-Type: application/json' \
            -H "Stripe-Signature: t=$t,v1=$(printf %%s "$t.$body" | openssl dgst -sha256 -hmac whsec_demo_stripe | sed 's/.* //')" \
            --data-binary "$body"
            """;

    private final int managementPort;

    DemoInvitation(@ConfigProperty(name = "quarkus.management.port") int managementPort) {
        this.managementPort = managementPort;
    }

    void print(@ObservesAsync HttpServerStart started) {
        if (ConfigUtils.isProfileActive("dev")) {
            // Not through the log: the command must be copied without a time and a level in it.
            System.out.println(text(started.options().getPort(), managementPort));
        }
    }

    static String text(int port, int managementPort) {
        return TEXT.formatted("http://localhost:" + port, managementPort);
    }
}
