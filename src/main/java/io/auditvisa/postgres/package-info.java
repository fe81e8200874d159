/**
 * The PostgreSQL server that AuditVisa brings along, for a start without any settings: unpacked, initialised, started and
 * stopped as an own process below the data directory. Nothing here is used when {@code quarkus.datasource.jdbc.url} is set.
 */
@NullMarked
package io.auditvisa.postgres;

import org.jspecify.annotations.NullMarked;
