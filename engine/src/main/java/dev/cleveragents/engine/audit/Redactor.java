package dev.cleveragents.engine.audit;

import dev.cleveragents.store.job.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of text: each is replaced by {@code [REDACTED:kind]}. It knows the shapes of
 * common keys and tokens, private keys, passwords in addresses, values given to names that sound
 * secret, and the values of this process's own variables with such names. A secret of no known
 * shape under a harmless name stays; that is all it promises. Immutable.
 */
public final class Redactor {

  private static final String MARK = "[REDACTED:";

  /** Shorter values of variables are more likely to be words than secrets. */
  private static final int SHORTEST_VALUE = 8;

  /** What shells call the folder they are in; only the names sound secret. */
  private static final Set<String> FOLDERS = Set.of("PWD", "OLDPWD");

  private record Known(String name, String value) {}

  private final List<Known> known;

  private Redactor(List<Known> known) {
    this.known = known;
  }

  /** One that also knows the secret-looking values of these variables. */
  public static Redactor knowing(Map<String, String> environment) {
    List<Known> known = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (SecretShapes.soundsSecret(name)
              && !FOLDERS.contains(name)
              && value.length() >= SHORTEST_VALUE) {
            known.add(new Known(name, value));
          }
        });
    // A value that contains another goes first, or its rest would stay.
    known.sort(Comparator.comparingInt((Known it) -> -it.value.length()));
    return new Redactor(List.copyOf(known));
  }

  /** One that knows the variables of this process. */
  public static Redactor standard() {
    return knowing(System.getenv());
  }

  /** The text without secrets. Redacting twice changes nothing more. */
  public String redact(String text) {
    String safe = text;
    for (Known secret : known) {
      safe = safe.replace(secret.value, marker("env-" + secret.name));
    }
    return SecretShapes.replaceAll(safe);
  }

  /** The mark that stands for a secret of this kind. */
  static String marker(String kind) {
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

  /** The event without secrets, as text that every database keeps. */
  Event redact(Event event) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    event.data().forEach((name, value) -> data.put(plain(name), member(name, value)));
    return new Event(
        event.type(),
        event.plan(),
        event.job(),
        plain(event.actor()),
        event.correlation() == null ? null : plain(event.correlation()),
        data);
  }

  private @Nullable Object member(String name, @Nullable Object value) {
    return value instanceof String text && !text.isEmpty() && SecretShapes.soundsSecret(name)
        ? marker("value")
        : value(value);
  }

  private @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case String text -> plain(text);
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> safe = new LinkedHashMap<>();
        map.forEach(
            (name, member) ->
                safe.put(plain(String.valueOf(name)), member(String.valueOf(name), member)));
        yield safe;
      }
      case Collection<?> list -> {
        List<@Nullable Object> safe = new ArrayList<>();
        list.forEach(element -> safe.add(value(element)));
        yield safe;
      }
      case null, default -> value;
    };
  }

  private String plain(String text) {
    return Objects.requireNonNull(PlainText.of(redact(text)));
  }
}
