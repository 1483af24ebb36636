package dev.cleveragents.engine.audit;

import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.store.job.PlainText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the secrets in messages and events, as {@link Secrets} finds them, by {@code
 * [REDACTED:kind]}. Immutable.
 */
public final class Redactor {

  private final Secrets secrets;

  private Redactor(Secrets secrets) {
    this.secrets = secrets;
  }

  /** A redactor that also knows the secret-looking values of these variables. */
  public static Redactor knowing(Map<String, String> environment) {
    return new Redactor(Secrets.knowing(environment));
  }

  /** A redactor that knows the variables of this process. */
  public static Redactor standard() {
    return new Redactor(Secrets.standard());
  }

  /** The text without secrets. Redacting twice changes nothing more. */
  public String redact(String text) {
    return secrets.redact(text);
  }

  /** The event without secrets, and with text that every database can store. */
  AuditEvent redact(AuditEvent event) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    event.data().forEach((name, value) -> data.put(plain(name), member(name, value)));
    return new AuditEvent(
        event.type(),
        event.plan(),
        event.job(),
        plain(event.actor()),
        event.correlation() == null ? null : plain(event.correlation()),
        data);
  }

  private @Nullable Object member(String name, @Nullable Object value) {
    return value instanceof String text && !text.isEmpty() && Secrets.soundsSecret(name)
        ? Secrets.marker("value")
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
