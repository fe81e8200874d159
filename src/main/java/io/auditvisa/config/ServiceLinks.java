package io.auditvisa.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The variables Kubernetes sets in every container for each Service of the namespace. A Service named {@code auditvisa}, or
 * {@code auditvisa-…}, makes some that look like settings of ours.
 */
final class ServiceLinks {

    private static final String SERVICE = "AUDITVISA(_[A-Z0-9_]+)?";
    private static final List<Pattern> NAMES = List.of(
            Pattern.compile(SERVICE + "_SERVICE_HOST"),
            Pattern.compile(SERVICE + "_SERVICE_PORT(_[A-Z0-9_]+)?"),
            Pattern.compile(SERVICE + "_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?"));
    private static final Pattern PORT = Pattern.compile(SERVICE + "_PORT");
    private static final Pattern PORT_VALUE = Pattern.compile("(tcp|udp|sctp)://.*");

    private ServiceLinks() {}

    static boolean contain(String variable, String value) {
        return NAMES.stream().anyMatch(name -> name.matcher(variable).matches())
                || (PORT.matcher(variable).matches()
                        && PORT_VALUE.matcher(value).matches());
    }
}
