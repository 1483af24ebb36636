package dev.cleveragents.context.safety;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that are known by what they stand in: addresses, headers, files of logins. No pattern
 * takes more than a bounded number of steps per character.
 */
final class SecretPatterns {

  /**
   * Group 1 stays; group {@code secret} is replaced, if it is one.
   *
   * @param hints texts of which one is in each text with such a secret
   */
  private record Shape(
      String kind, Pattern pattern, List<String> hints, Predicate<String> isSecret) {}

  private static final String AFTER_HEADER = "[\"'\\]]{0,2}\\s{0,3}(?:=>|[:=,])\\s{0,3}[\"'`]?";

  private static final List<String> AUTHORIZATION = List.of("uthorization", "UTHORIZATION");

  private static final List<String> BEARER = List.of("earer", "EARER");

  private static final List<String> COOKIE = List.of("ookie", "OOKIE");

  private static final List<Shape> SHAPES =
      List.of(
          // Up to the last '@' before a slash, since a password may hold one.
          new Shape(
              "password",
              Pattern.compile(
                  "\\b([a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"'<>`]{0,100}:)(?<secret>[^\\s/\"'<>`]{1,200})(?=@)(?!@sha\\d)"),
              List.of("://"),
              SecretPatterns::isPasswordOfAddress),
          // With a slash in the password; digits before it are a port.
          new Shape(
              "password",
              Pattern.compile(
                  "\\b([a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"'<>`]{0,100}:)(?<secret>(?!\\d{0,6}/|\\[REDACTED)[^\\s/@\"'<>`]{1,100}/[^\\s@\"'<>`]{0,100})(?=@[A-Za-z0-9.-]{1,100}[:/])"),
              List.of("://"),
              SecretPatterns::isPasswordOfAddress),
          new Shape(
              "token",
              Pattern.compile("\\b(https?://)(?<secret>[A-Za-z0-9_-]{20,200})(?=@)"),
              List.of("://"),
              RandomnessCheck::looksMade),
          new Shape(
              "password",
              Pattern.compile(
                  "(:oracle:thin:[A-Za-z0-9_]{1,60}/)(?<secret>[^\\s\"'<>@]{3,100})(?=@)"),
              List.of(":oracle:thin:"),
              secret -> !RandomnessCheck.isHole(secret)),
          new Shape(
              "signature",
              Pattern.compile(
                  "([?&;](?:sig|X-Amz-Signature|X-Goog-Signature|Signature|X-Amz-Security-Token)=)(?<secret>[A-Za-z0-9%+/=_-]{16,500})"),
              List.of("sig=", "Signature=", "Token="),
              RandomnessCheck::looksMade),
          new Shape(
              "authorization",
              Pattern.compile(
                  "(\\bAWS4-HMAC-SHA256\\s[^\\n]{0,300}Signature=)(?<secret>[a-f0-9]{64})"),
              List.of("AWS4-HMAC-SHA256"),
              _ -> true),
          new Shape(
              "authorization",
              Pattern.compile(
                  "(?i)(\\bdigest\\s[^\\n]{0,300}response=[\"'\\\\]{0,3})(?<secret>[a-f0-9]{32,128})"),
              List.of("response="),
              _ -> true),
          new Shape(
              "authorization",
              Pattern.compile(
                  "(?i)(\\bauthorization"
                      + AFTER_HEADER
                      + "(?:bearer|basic|token|apikey|api-key|key|negotiate|ntlm)\\s{1,3})(?<secret>[A-Za-z0-9._~+/=-]{6,})"),
              AUTHORIZATION,
              secret -> isCredential(secret) || isPhrase(secret)),
          new Shape(
              "authorization",
              Pattern.compile(
                  "(?i)(\\bauthorization" + AFTER_HEADER + ")(?<secret>[A-Za-z0-9._~+/=-]{16,})"),
              AUTHORIZATION,
              RandomnessCheck::looksMade),
          new Shape(
              "authorization",
              Pattern.compile("(?i)(\\bbearer(?:\\s|%20){1,3})(?<secret>[A-Za-z0-9._~+/=-]{8,})"),
              BEARER,
              SecretPatterns::isCredential),
          new Shape(
              "authorization",
              Pattern.compile("(?i)(\\bbasic\\s{1,3})(?<secret>[A-Za-z0-9+/]{8,1000}={0,2})"),
              List.of("asic ", "BASIC "),
              RandomnessCheck::isLogin),
          new Shape(
              "cookie",
              Pattern.compile(
                  "(?i)(\\bset-cookie"
                      + AFTER_HEADER
                      + "[^\\s\"'`;=,]{1,60}=)(?<secret>[^\\s\"'`;,\\\\]{8,2000})"),
              COOKIE,
              SecretPatterns::isCredential),
          new Shape(
              "cookie",
              Pattern.compile(
                  "(?i)(\\bcookie"
                      + AFTER_HEADER
                      + ")(?<secret>[^\\s\"'`;=,]{1,60}=[^\\s\"'`;,\\\\]{8,2000}(?:; ?[^\\s\"'`;=,]{1,60}=[^\\s\"'`;,]{0,2000}){0,30})"),
              COOKIE,
              secret -> isCredential(secret.substring(secret.indexOf('=') + 1).split(";", 2)[0])),
          new Shape(
              "password",
              Pattern.compile(
                  "(\\blogin[ \\t]{1,20}\\S{1,100}\\s{1,20}password[ \\t]{1,20})(?<secret>\\S{3,200})"),
              List.of("password "),
              secret -> !RandomnessCheck.isHole(secret) && !SecretName.isLikeName(secret)),
          new Shape(
              "password",
              Pattern.compile(
                  "(?m)(^[A-Za-z0-9.*_-]{1,100}:(?:\\d{4,5}|\\*):[^\\s:]{1,60}:[^\\s:]{1,60}:)(?<secret>[^\\s:]{3,200})$"),
              List.of(":54", ":64", ":*:"),
              secret -> !RandomnessCheck.isHole(secret)),
          new Shape(
              "password",
              Pattern.compile(
                  "(?i)(\\bidentified\\s{1,3}by\\s{1,3}['\"])(?<secret>[^'\"\\n]{3,200})(?=['\"])"),
              List.of("dentified", "DENTIFIED"),
              secret -> !RandomnessCheck.isHole(secret) && !SecretName.isLikeName(secret)),
          new Shape(
              "private-key",
              Pattern.compile("(\"d\"\\s{0,3}:\\s{0,3}\")(?<secret>[A-Za-z0-9_-]{40,1000})(?=\")"),
              List.of("\"kty\""),
              _ -> true),
          new Shape(
              "private-key",
              Pattern.compile("(\\bPrivate-MAC: )(?<secret>[a-f0-9]{40,64})"),
              List.of("Private-MAC: "),
              _ -> true));

  private static final Hints HINTS = new Hints(SHAPES.stream().map(Shape::hints).toList());

  private SecretPatterns() {}

  /** The text with everything of a known shape replaced, but what is plainly a name or a hole. */
  static String replaceAll(String text) {
    String safe = text;
    BitSet hinted = HINTS.in(text);
    for (int i = hinted.nextSetBit(0); i >= 0; i = hinted.nextSetBit(i + 1)) {
      Shape shape = SHAPES.get(i);
      if (!shape.hints.contains("://") || hasAddressWithName(text)) {
        Matcher matcher = shape.pattern.matcher(safe);
        safe = matcher.replaceAll(found -> Matcher.quoteReplacement(replacement(shape, found)));
      }
    }
    return safe;
  }

  private static String replacement(Shape shape, MatchResult found) {
    return shape.isSecret.test(found.group("secret"))
        ? found.group(1) + Secrets.marker(shape.kind)
        : found.group();
  }

  private static boolean isPasswordOfAddress(String secret) {
    return secret.length() >= 3
        && !RandomnessCheck.isHole(secret)
        && !SecretName.soundsSecret(secret);
  }

  private static boolean isCredential(String secret) {
    return !RandomnessCheck.isHole(secret)
        && (RandomnessCheck.looksMade(secret)
            || RandomnessCheck.isLogin(secret)
            || (RandomnessCheck.looksChosen(secret) && !SecretName.isLikeName(secret)));
  }

  private static boolean isPhrase(String secret) {
    return secret.indexOf('-') > 0
        && !RandomnessCheck.isHole(secret)
        && !SecretName.isLikeName(secret);
  }

  /**
   * Whether an '@' follows a "://" before anything that ends an address: those that a password may
   * be in, among the many in licences and documents that it is not.
   */
  private static boolean hasAddressWithName(String text) {
    int end = 0;
    for (int at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(at + 3, end))) {
      end = at + 3;
      while (end < text.length() && "@\"'<> \t\n\u000B\f\r".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      if (end < text.length() && text.charAt(end) == '@') {
        return true;
      }
    }
    return false;
  }
}
