package dev.cleveragents.context.safety;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the name of a value tells about it. */
enum SecretName {
  HARMLESS,
  /** A short name such as {@code pass}, which is also a word for other things. */
  PERHAPS_PASSWORD,
  /** A person may have chosen the value. */
  PASSWORD,
  /** A person may have chosen the value, but rarely a single word. */
  SECRET,
  /** The value is made by a program. */
  KEY,
  /** The value is a login in base 64. */
  LOGIN;

  private static final int LONGEST = 80;

  private static final Pattern BOUNDARY =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  /** What may follow the word that counts: {@code secret_key_base}, {@code client-key-data}. */
  private static final Set<String> SUFFIXES =
      Set.of("value", "base64", "b64", "base", "data", "old", "new", "dev", "prod", "staging");

  private static final List<String> PASSWORDS =
      List.of("password", "passwd", "pwd", "passphrase", "passwort", "passcode");

  private static final Set<String> SHORT_PASSWORDS =
      Set.of("pw", "psk", "keypass", "storepass", "dbpass", "smtppass", "userpass", "rootpass");

  private static final Set<String> KEYS =
      Set.of("token", "secret", "credential", "credentials", "apikey", "accesskey", "jwt");

  private static final Set<String> OF_NAMES = Set.of("key", "keys", "tokens", "secrets");

  private static final Set<String> KINDS_OF_KEY =
      Set.of(
          ("api access private auth account master client service subscription shared preshared "
                  + "storage app admin deploy webhook license sas stripe openai anthropic sendgrid "
                  + "mailgun twilio azure aws github gitlab google cloudflare datadog")
              .split(" ", -1));

  private static final Set<String> KINDS_OF_SECRET_KEY =
      Set.of("secret", "jwt", "signing", "encryption", "hmac", "session", "cookie", "cipher");

  private static final Pattern OF_VARIABLE =
      Pattern.compile(
          "(?:^|[_.\\-\\s])(?:api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|secrets?|tokens?|passwords?|passwd|passphrase|pwd|credentials?|authorization|cookie|session[_-]?id)(?:$|[_.\\-\\s](?:id|value|base64|b64|file|hash)?$)",
          Pattern.CASE_INSENSITIVE);

  /** Whether the value of a variable or of a field with this name is likely to be a secret. */
  static boolean soundsSecret(String name) {
    return OF_VARIABLE.matcher(name).find() || of(name) != HARMLESS;
  }

  /** Whether a text has words that names have: it is a name itself rather than a secret. */
  static boolean isLikeName(String text) {
    String beginning = text.substring(0, Math.min(text.length(), LONGEST));
    for (String word : BOUNDARY.split(beginning, -1)) {
      String small = word.toLowerCase(Locale.ROOT);
      if (PASSWORDS.contains(small) || KEYS.contains(small) || OF_NAMES.contains(small)) {
        return true;
      }
    }
    return false;
  }

  static SecretName of(String name) {
    String[] words = BOUNDARY.split(name.substring(Math.max(0, name.length() - LONGEST)), -1);
    int last = words.length - 1;
    while (last > 0 && isSuffix(words[last])) {
      last--;
    }
    String word = words[last].toLowerCase(Locale.ROOT);
    String before = last == 0 ? "" : words[last - 1].toLowerCase(Locale.ROOT);
    return switch (word) {
      case "" -> HARMLESS;
      case "pass" -> before.isEmpty() ? PERHAPS_PASSWORD : PASSWORD;
      case "auth" -> LOGIN;
      case "secret" -> before.isEmpty() ? KEY : SECRET;
      case "key" ->
          KINDS_OF_SECRET_KEY.contains(before)
              ? SECRET
              : KINDS_OF_KEY.contains(before) ? KEY : HARMLESS;
      default -> ofWord(word);
    };
  }

  private static SecretName ofWord(String word) {
    if (SHORT_PASSWORDS.contains(word) || PASSWORDS.stream().anyMatch(word::endsWith)) {
      return PASSWORD;
    }
    if (word.equals("secretkey") || word.endsWith("secret")) {
      return SECRET;
    }
    return KEYS.stream().anyMatch(word::endsWith) ? KEY : HARMLESS;
  }

  private static boolean isSuffix(String word) {
    return SUFFIXES.contains(word.toLowerCase(Locale.ROOT))
        || word.isEmpty()
        || word.chars().allMatch(Character::isDigit);
  }
}
