package io.auditvisa.bench;

import java.util.List;

/**
 * One line of the report.
 *
 * @param scenario for example {@code messaging}
 * @param target {@code service}, {@code floor-statements} or {@code floor-cte}
 * @param median median of each number over the rounds
 */
record Result(String scenario, int clients, String target, Measurement median, List<Measurement> rounds) {

    static Result of(String scenario, int clients, String target, List<Measurement> rounds) {
        return new Result(scenario, clients, target, Measurement.median(rounds), List.copyOf(rounds));
    }
}
