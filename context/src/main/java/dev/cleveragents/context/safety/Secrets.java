package dev.cleveragents.context.safety;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes secrets out of text: each is replaced by {@code [REDACTED:kind]}. It knows the shapes of
 * common keys and tokens, private keys, passwords in addresses, values given to names that sound
 * secret, and the values of this process's own variables with such names. A secret of no known
 * shape under a harmless name stays; that is all it promises. Immutable.
 *
 * <p>There are two ways to look. In a message ({@link #redact}) anything given to a name that
 * sounds secret goes: to lose a word is nothing there. In a file ({@link #redactFile}) a model has
 * to work with what is left, so the lines stay where they are and a value goes only if it looks
 * made by chance: {@code token = next()} is code.
 */
public final class Secrets {

  private static final String MARK = "[REDACTED:";

  /** Shorter values of variables are more likely to be words than secrets. */
  private static final int SHORTEST_VALUE = 8;

  /** What shells call the folder they are in; only the names sound secret. */
  private static final Set<String> FOLDERS = Set.of("PWD", "OLDPWD");

  private record Known(String name, String value) {}

  private final List<Known> known;

  private Secrets(List<Known> known) {
    this.known = known;
  }

  /** One that also knows the secret-looking values of these variables. */
  public static Secrets knowing(Map<String, String> environment) {
    List<Known> known = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (soundsSecret(name) && !FOLDERS.contains(name) && value.length() >= SHORTEST_VALUE) {
            known.add(new Known(name, value));
          }
        });
    // A value that contains another goes first, or its rest would stay; then by name, so that the
    // same variables always give the same marks.
    known.sort(
        Comparator.comparingInt((Known it) -> -it.value.length()).thenComparing(Known::name));
    return new Secrets(List.copyOf(known));
  }

  /** One that knows the variables of this process. */
  public static Secrets standard() {
    return knowing(System.getenv());
  }

  /** The message without secrets. Redacting twice changes nothing more. */
  public String redact(String text) {
    String safe = text;
    for (Known secret : known) {
      safe = safe.replace(secret.value, marker("env-" + secret.name));
    }
    return ofKind(PrivateKeys.asOneMark(safe), FileKind.MESSAGE);
  }

  /**
   * A whole file without secrets, with as many lines as before; to be called before a file is cut
   * into pieces, since a key may go over many lines. Redacting twice changes nothing more.
   *
   * @param path where it is; the name tells whether it is code, configuration or variables
   */
  public String redactFile(String path, String text) {
    String safe = text;
    for (Known secret : known) {
      safe = safe.replace(secret.value, markOfLines("env-" + secret.name, secret.value));
    }
    FileKind kind = FileKind.of(path);
    safe = ofKind(PrivateKeys.lineByLine(safe), kind);
    return kind == FileKind.VARIABLES ? EnvFile.replaceAll(safe) : safe;
  }

  private static String ofKind(String text, FileKind kind) {
    String safe = KnownTokens.replaceAll(KubernetesSecrets.replaceAll(text));
    return AssignedSecrets.replaceAll(
        CommandSecrets.replaceAll(SecretPatterns.replaceAll(safe)), kind);
  }

  /** Whether what is given to this name is likely to be a secret. */
  public static boolean soundsSecret(String name) {
    return SecretName.soundsSecret(name);
  }

  /** The mark that replaces a secret of this kind. */
  public static String marker(String kind) {
    return MARK + kind + "]";
  }

  /** How many such marks a file holds; none if there is no file. */
  public static int marks(Optional<byte[]> file) {
    String text = file.map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)).orElse("");
    int marks = 0;
    for (int at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
      marks++;
    }
    return marks;
  }

  /** Whether a secret has been taken out of this value already. */
  static boolean isMarked(String value) {
    return value.contains(MARK);
  }

  /** A mark, and the ends of the lines that the secret had. */
  private static String markOfLines(String kind, String secret) {
    return marker(kind) + "\n".repeat((int) secret.chars().filter(c -> c == '\n').count());
  }
}
