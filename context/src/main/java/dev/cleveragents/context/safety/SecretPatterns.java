package dev.cleveragents.context.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What secrets look like. No pattern takes more than a bounded number of steps per character. */
final class SecretPatterns {

  /**
   * Group 1, if there is one, stays; group {@code secret} is replaced.
   *
   * @param mayBeIn says of a text, faster than the pattern, whether it need look at all
   */
  private record Shape(String kind, Pattern pattern, Predicate<String> mayBeIn) {}

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "(?:^|[_.\\-\\s])(?:api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|secrets?|tokens?|passwords?|passwd|passphrase|pwd|credentials?|authorization|cookie|session[_-]?id)(?:$|[_.\\-\\s](?:id|value|base64|b64|file|hash)?$)",
          Pattern.CASE_INSENSITIVE);

  /** A name that sounds secret and what assigns to it: opens the group that stays. */
  private static final String GIVEN_TO =
      "(?i)((?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_.-]){0,6}"
          + "(?:api[_-]?key|apikey|access[_-]?key(?:[_-]id)?|secret[_-]?key|secret[_-]?access[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|secret|token|password|passwd|passphrase|pwd|credentials?)"
          + "[\"']?(?:=|\\s{0,3}:\\s{0,3}|\\s{1,3}=\\s{0,3})";

  private static final List<Shape> KEYS =
      List.of(
          shape("anthropic-key", "\\bsk-ant-[A-Za-z0-9_-]{20,}", "sk-ant-"),
          shape("openrouter-key", "\\bsk-or-v1-[A-Za-z0-9]{32,}", "sk-or-v1-"),
          shape("openai-key", "\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", "sk-"),
          shape("google-key", "\\bAIza[A-Za-z0-9_-]{35}", "AIza"),
          shape("google-token", "\\bya29\\.[A-Za-z0-9_-]{20,}", "ya29."),
          shape("aws-key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b", "AKIA ASIA ABIA ACCA"),
          shape(
              "github-token",
              "\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
              "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_"),
          shape(
              "gitlab-token",
              "\\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_-]{20,}",
              "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas-"),
          shape("slack-token", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,}", "xox"),
          shape(
              "slack-webhook",
              "\\bhttps://hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}",
              "hooks.slack.com"),
          shape("stripe-key", "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}", "k_live_ k_test_"),
          shape("npm-token", "\\bnpm_[A-Za-z0-9]{36}", "npm_"),
          shape("pypi-token", "\\bpypi-[A-Za-z0-9_-]{50,}", "pypi-"),
          shape("huggingface-token", "\\bhf_[A-Za-z0-9]{30,}", "hf_"),
          shape("groq-key", "\\bgsk_[A-Za-z0-9]{40,}", "gsk_"),
          shape("xai-key", "\\bxai-[A-Za-z0-9]{40,}", "xai-"),
          shape("sendgrid-key", "\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}", "SG."),
          shape("digitalocean-token", "\\bdo[opr]_v1_[a-f0-9]{64}", "_v1_"),
          shape(
              "json-web-token",
              "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*",
              "eyJ"));

  /** Up to the last '@' before a slash, since a password may hold one. */
  private static final Shape ADDRESS =
      new Shape(
          "password",
          Pattern.compile(
              "\\b([a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"'<>]{0,100}:)(?<secret>[^\\s/\"'<>]{1,200})(?=@)"),
          SecretPatterns::hasAddressWithName);

  private static final Shape AUTHORIZATION =
      new Shape(
          "authorization",
          Pattern.compile(
              "(?i)\\b(authorization[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?(?:bearer|basic|token)\\s{1,3}|bearer\\s{1,3})(?<secret>[A-Za-z0-9._~+/=-]{8,})"),
          SecretPatterns::mayAuthorize);

  private static final List<Shape> OF_MESSAGES =
      with(
          KEYS,
          ADDRESS,
          AUTHORIZATION,
          shape("value", GIVEN_TO + "\")(?<secret>(?!\\[REDACTED:)[^\"\n]{4,500})(?=\")", ""),
          shape("value", GIVEN_TO + "')(?<secret>(?!\\[REDACTED:)[^'\n]{4,500})(?=')", ""),
          shape(
              "value",
              GIVEN_TO
                  + "[\"']?)(?<secret>(?!\\[REDACTED:)(?!(?:true|false|null|none|undefined)\\b)[^\\s\"'`,;&<>(){}\\[\\]$]{6,})",
              ""));

  private static final List<Shape> OF_FILES = with(KEYS, ADDRESS, AUTHORIZATION);

  private SecretPatterns() {}

  static boolean soundsSecret(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /** The text with everything of a known shape replaced, and all that is given to such names. */
  static String inMessage(String text) {
    String safe = text;
    for (Shape shape : OF_MESSAGES) {
      Matcher matcher = shape.pattern.matcher(safe);
      if (shape.mayBeIn.test(safe) && matcher.find()) {
        boolean part = matcher.groupCount() > 0;
        String marker = Matcher.quoteReplacement(Secrets.marker(shape.kind));
        safe = matcher.replaceAll(part ? "$1" + marker : marker);
      }
    }
    return safe;
  }

  /** The text with everything of a known shape replaced, but what is plainly a name or a hole. */
  static String inFile(String text) {
    String safe = text;
    for (Shape shape : OF_FILES) {
      if (shape.mayBeIn.test(safe)) {
        safe =
            shape
                .pattern
                .matcher(safe)
                .replaceAll(it -> Matcher.quoteReplacement(inFile(it, shape.kind)));
      }
    }
    return safe;
  }

  private static String inFile(MatchResult found, String kind) {
    boolean part = found.groupCount() > 0;
    String secret = part ? found.group("secret") : found.group();
    boolean stays =
        switch (kind) {
          case "password" ->
              RandomnessCheck.isHole(secret) || soundsSecret(secret) || secret.length() < 4;
          case "authorization" ->
              RandomnessCheck.isHole(secret) || !RandomnessCheck.looksMade(secret);
          default -> secret.indexOf('-') >= 0 && secret.chars().noneMatch(Character::isDigit);
        };
    if (stays) {
      return found.group();
    }
    return (part ? found.group(1) : "") + Secrets.marker(kind);
  }

  private static boolean mayAuthorize(String text) {
    for (int i = 0; i < text.length(); i++) {
      int small = text.charAt(i) | 0x20;
      if ((small == 'b' && text.regionMatches(true, i, "bearer", 0, 6))
          || (small == 'a' && text.regionMatches(true, i, "authorization", 0, 13))) {
        return true;
      }
    }
    return false;
  }

  private static List<Shape> with(List<Shape> some, Shape... more) {
    List<Shape> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  /**
   * Whether an '@' follows a "://" before anything that ends the first part of an address: those
   * that a password may be in, among the many in licences and documents that it is not.
   */
  private static boolean hasAddressWithName(String text) {
    for (int at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
      int end = at + 3;
      while (end < text.length() && "@/\"'<> \t\n\u000B\f\r".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      if (end < text.length() && text.charAt(end) == '@') {
        return true;
      }
    }
    return false;
  }

  /**
   * One that need not look where none of the hints is, which have spaces between; without hints it
   * must.
   */
  private static Shape shape(String kind, String pattern, String hints) {
    List<String> all = List.of(hints.split(" ", -1));
    return new Shape(kind, Pattern.compile(pattern), text -> all.stream().anyMatch(text::contains));
  }
}
