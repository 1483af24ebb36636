package dev.cleveragents.engine.audit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What secrets look like. No pattern takes more than a bounded number of steps per character. */
final class SecretShapes {

  /** Group 1, if there is one, stays; group {@code secret} is replaced. */
  private record Shape(String kind, Pattern pattern) {}

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "(?:^|[_.\\-\\s])(?:api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|secrets?|tokens?|passwords?|passwd|passphrase|pwd|credentials?|authorization|cookie|session[_-]?id)(?:$|[_.\\-\\s](?:id|value|base64|b64|file|hash)?$)",
          Pattern.CASE_INSENSITIVE);

  /** A name that sounds secret and what assigns to it: opens the group that stays. */
  private static final String GIVEN_TO =
      "(?i)((?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_.-]){0,6}"
          + "(?:api[_-]?key|apikey|access[_-]?key(?:[_-]id)?|secret[_-]?key|secret[_-]?access[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|secret|token|password|passwd|passphrase|pwd|credentials?)"
          + "[\"']?(?:=|\\s{0,3}:\\s{0,3}|\\s{1,3}=\\s{0,3})";

  private static final List<Shape> SHAPES =
      List.of(
          shape("anthropic-key", "\\bsk-ant-[A-Za-z0-9_-]{20,}"),
          shape("openrouter-key", "\\bsk-or-v1-[A-Za-z0-9]{32,}"),
          shape("openai-key", "\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
          shape("google-key", "\\bAIza[A-Za-z0-9_-]{35}"),
          shape("google-token", "\\bya29\\.[A-Za-z0-9_-]{20,}"),
          shape("aws-key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b"),
          shape("github-token", "\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
          shape("gitlab-token", "\\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_-]{20,}"),
          shape("slack-token", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
          shape("slack-webhook", "\\bhttps://hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}"),
          shape("stripe-key", "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
          shape("npm-token", "\\bnpm_[A-Za-z0-9]{36}"),
          shape("pypi-token", "\\bpypi-[A-Za-z0-9_-]{50,}"),
          shape("huggingface-token", "\\bhf_[A-Za-z0-9]{30,}"),
          shape("groq-key", "\\bgsk_[A-Za-z0-9]{40,}"),
          shape("xai-key", "\\bxai-[A-Za-z0-9]{40,}"),
          shape("sendgrid-key", "\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"),
          shape("digitalocean-token", "\\bdo[opr]_v1_[a-f0-9]{64}"),
          shape(
              "json-web-token", "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*"),
          shape(
              "password",
              "\\b([a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"'<>]{0,100}:)(?<secret>[^\\s/@\"'<>]{1,200})(?=@)"),
          shape(
              "authorization",
              "(?i)\\b(authorization[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?(?:bearer|basic|token)\\s{1,3}|bearer\\s{1,3})(?<secret>[A-Za-z0-9._~+/=-]{8,})"),
          shape("value", GIVEN_TO + "\")(?<secret>(?!\\[REDACTED:)[^\"\n]{4,500})(?=\")"),
          shape("value", GIVEN_TO + "')(?<secret>(?!\\[REDACTED:)[^'\n]{4,500})(?=')"),
          shape(
              "value",
              GIVEN_TO
                  + "[\"']?)(?<secret>(?!\\[REDACTED:)(?!(?:true|false|null|none|undefined)\\b)[^\\s\"'`,;&<>(){}\\[\\]$]{6,})"));

  private SecretShapes() {}

  /** Whether what is given to this name is likely to be a secret. */
  static boolean soundsSecret(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /** The text with everything of a known shape replaced. */
  static String replaceAll(String text) {
    String safe = PrivateKeys.replaceAll(text);
    for (Shape shape : SHAPES) {
      Matcher matcher = shape.pattern.matcher(safe);
      if (matcher.find()) {
        boolean part = matcher.groupCount() > 0;
        String marker = Matcher.quoteReplacement(Redactor.marker(shape.kind));
        safe = matcher.replaceAll(part ? "$1" + marker : marker);
      }
    }
    return safe;
  }

  private static Shape shape(String kind, String pattern) {
    return new Shape(kind, Pattern.compile(pattern));
  }
}
