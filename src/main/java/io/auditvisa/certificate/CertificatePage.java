package io.auditvisa.certificate;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The certificate page. What a released version renders is never edited; version 2 differs from version 1 in the mask of the
 * QR code alone.
 */
final class CertificatePage {

    private static final TextTemplate TEMPLATE = TextTemplate.load("/certificate/v1/certificate.html");
    private static final String TEST_MARK = "<p class=\"test\"><strong>TEST <span lang=\"zh\">测试</span></strong>"
            + "<span>Made from a test-mode event. <span lang=\"zh\">由测试模式事件生成。</span></span></p>";
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    /** Longer ones are set smaller, so that the page still prints on one sheet. */
    private static final int LONG_TARGET = 60;

    private static final int VERY_LONG_TARGET = 180;

    /** Characters of all values together from which the whole sheet is set smaller in print. */
    private static final int DENSE = 600;

    /** Longer ones take the whole width. */
    private static final int HALF_LINE = 40;

    private CertificatePage() {}

    static String render(Predicate predicate, int version) {
        Map<String, String> holes = new HashMap<>();
        boolean isTest = predicate.isTest();
        holes.put("look", "sheet" + (isTest ? " is-test" : "") + (length(predicate) > DENSE ? " dense" : ""));
        holes.put("test_mark", isTest ? TEST_MARK : "");
        holes.put("title_mark", isTest ? "TEST 测试 · " : "");
        holes.put("rosette", Rosette.svg(predicate.ref() + "\n" + predicate.payloadHash()));
        holes.put("qr", version == 1 ? QrCode.svgOfBestMask(predicate.verifyUrl()) : QrCode.svg(predicate.verifyUrl()));
        holes.put("date_en", dateEn(predicate.issuedAt()));
        holes.put("date_zh", dateZh(predicate.issuedAt()));
        holes.put("target", target(predicate));
        holes.put("facts", facts(predicate));
        holes.put("ref", Markup.escape(predicate.ref()));
        holes.put("source", Markup.escape(predicate.source()));
        holes.put("spec", Markup.escape(predicate.spec()));
        holes.put("verify_url", Markup.escape(predicate.verifyUrl()));
        return TEMPLATE.fill(holes);
    }

    private static int length(Predicate predicate) {
        return Stream.of(
                        predicate.eventId(),
                        predicate.ref(),
                        predicate.sid(),
                        predicate.target(),
                        predicate.product(),
                        predicate.priceId(),
                        predicate.type(),
                        predicate.issuer(),
                        predicate.verifyUrl())
                .mapToInt(value -> value == null ? 0 : value.length())
                .sum();
    }

    private static String target(Predicate predicate) {
        String target = predicate.target();
        if (target == null) {
            return "";
        }
        int length = target.codePointCount(0, target.length());
        String size = length > VERY_LONG_TARGET ? " very-long" : length > LONG_TARGET ? " long" : "";
        return "<section class=\"target\"><h2>Issued for <span lang=\"zh\">签发对象</span></h2><p class=\"value" + size
                + "\">" + Markup.escape(target) + "</p></section>";
    }

    private static String facts(Predicate predicate) {
        StringBuilder facts = new StringBuilder(4096);
        fact(facts, "words", "Product", "产品", predicate.product());
        fact(facts, "words", "Amount", "金额", amount(predicate));
        fact(facts, "code", "Issued at", "签发时间", predicate.issuedAt().toString());
        fact(facts, "code", "Issuer", "签发方", predicate.issuer());
        fact(facts, "code", "Event", "事件编号", predicate.eventId());
        fact(facts, "code", "Event type", "事件类型", predicate.type());
        fact(facts, "code", "Source", "事件来源", predicate.source());
        fact(facts, "code", "Price", "价格编号", predicate.priceId());
        fact(facts, "code", "Session", "会话编号", predicate.sid());
        fact(facts, "code", "Buyer’s e-mail, SHA-256", "买方邮箱指纹", predicate.emailSha256());
        fact(facts, "code", "Event content, SHA-256", "事件内容指纹", predicate.payloadHash());
        fact(facts, "code wide", "Signing key", "签名密钥", predicate.keyId());
        return facts.toString();
    }

    private static @Nullable String amount(Predicate predicate) {
        Long minor = predicate.amountMinor();
        String currency = predicate.currency();
        return minor == null || currency == null ? null : new CurrencyAmount(minor, currency).text();
    }

    /** What is absent has no row. */
    private static void fact(StringBuilder facts, String kind, String english, String chinese, @Nullable String value) {
        if (value != null) {
            facts.append("\n<div class=\"").append(kind).append(value.length() > HALF_LINE ? " wide" : "");
            facts.append("\"><dt>").append(english);
            facts.append(" <span lang=\"zh\">").append(chinese).append("</span></dt><dd>");
            facts.append(Markup.escape(value)).append("</dd></div>");
        }
    }

    private static String dateEn(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        return time.getDayOfMonth() + " " + MONTHS.get(time.getMonthValue() - 1) + " " + time.getYear();
    }

    private static String dateZh(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        return time.getYear() + "年" + time.getMonthValue() + "月" + time.getDayOfMonth() + "日";
    }
}
