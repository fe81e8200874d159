package io.auditvisa.ledger;

import io.auditvisa.api.Transactions;
import io.auditvisa.health.Schema;
import io.quarkus.runtime.configuration.ConfigUtils;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The account {@code demo} of the profiles {@code dev} and {@code test}, which act at run time: credited once, for good. */
@ApplicationScoped
class DemoAccount {

    private static final String ID = "demo";
    private static final Money FIRST_CREDIT = new Money(10_000, "usd");

    private final Transactions transactions;
    private final Accounts accounts;
    private final Bookings bookings;

    DemoAccount(Transactions transactions, Accounts accounts, Bookings bookings) {
        this.transactions = transactions;
        this.accounts = accounts;
        this.bookings = bookings;
    }

    void onStart(@Observes Schema.Migrated event) {
        boolean demonstrates = ConfigUtils.getProfiles().stream().anyMatch(p -> p.equals("dev") || p.equals("test"));
        if (demonstrates) {
            transactions.run(connection -> {
                accounts.open(connection, new Accounts.Opening(ID, "Demonstration", FIRST_CREDIT.currency(), 0));
                // also when the account was there: closed or in use, its one credit is known by its key
                return bookings.credit(
                        connection,
                        new Bookings.Credit(ID, "demo-first-credit", FIRST_CREDIT, "system", "demonstration"));
            });
        }
    }
}
