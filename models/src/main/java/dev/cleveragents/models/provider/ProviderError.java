package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.models.http.RetryAfter;
import dev.cleveragents.workspace.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An error as a provider reports it, in a response's body or in an event of its stream.
 *
 * @param status of HTTP; 0 for an event that names none
 * @param type the provider's own names of the error, joined by spaces
 * @param message for people; may have anything in it, also keys
 * @param retryAfter null if the body does not say
 */
record ProviderError(int status, String type, String message, @Nullable Duration retryAfter) {

  private static final int LONGEST_TEXT = 500;

  private static final List<String> TOO_LONG =
      List.of(
          "context_length_exceeded",
          "exceed_context_size",
          "maximum context length",
          "prompt is too long",
          "exceed context limit",
          "exceeds the context window",
          "available context size",
          "exceeds the maximum number of tokens",
          "request_too_large");

  private static final List<String> BAD_KEY =
      List.of(
          "authentication_error",
          "permission_error",
          "permission_denied",
          "unauthenticated",
          "invalid_api_key",
          "api_key_invalid",
          "api key not valid",
          "billing_error",
          "insufficient_quota",
          "credit balance is too low");

  private static final List<String> REFUSED =
      List.of("content_policy_violation", "content_filter", "prohibited_content");

  /** Reads the body of a response with an error status, which may also be no JSON. */
  static ProviderError ofBody(int status, String body) {
    Object json;
    try {
      json = Json.read(body);
    } catch (IllegalArgumentException e) {
      return new ProviderError(status, "", plain(body), null);
    }
    Object error = error(json);
    return error == null
        ? new ProviderError(status, "", plain(body), null)
        : ofObject(status, error);
  }

  /** The error that an event of a stream tells of, if it does. */
  static Optional<ProviderError> ofEvent(Object event) {
    return Optional.ofNullable(error(event)).map(it -> ofObject(0, it));
  }

  private static @Nullable Object error(@Nullable Object json) {
    Object direct = JsonFields.at(json, "error");
    return direct != null ? direct : JsonFields.at(json, 0, "error");
  }

  /** Reads an error object; the status is 0 where none is known. */
  static ProviderError ofObject(int status, Object error) {
    if (error instanceof String text) {
      return new ProviderError(status, "", text, null);
    }
    Long code = JsonFields.number(error, "code");
    String type =
        Stream.of(
                JsonFields.text(error, "type"),
                JsonFields.text(error, "code"),
                JsonFields.text(error, "status"),
                detail(error, "reason"))
            .filter(Objects::nonNull)
            .reduce("", (a, b) -> (a + " " + b).strip());
    String message = Objects.requireNonNullElse(JsonFields.text(error, "message"), "");
    int known = status == 0 && code != null ? code.intValue() : status;
    String delay = detail(error, "retryDelay");
    Duration wait = delay == null ? null : RetryAfter.seconds(delay).orElse(null);
    return new ProviderError(known, type, message, wait);
  }

  /** Gemini's details are a list of objects, each with members of its own. */
  private static @Nullable String detail(Object error, String member) {
    return JsonFields.at(error, "details") instanceof List<?> details
        ? details.stream()
            .map(it -> JsonFields.text(it, member))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null)
        : null;
  }

  /** A page of a proxy is not worth more than its first line. */
  private static String plain(String body) {
    String text = body.replaceAll("<[^>]*>", " ").strip();
    return text.lines().findFirst().orElse("").strip();
  }

  Kind kind() {
    String said = (type + " " + message).toLowerCase(Locale.ROOT);
    if (TOO_LONG.stream().anyMatch(said::contains) || status == 413 || tokenCount(said)) {
      return Kind.CONTEXT_TOO_LONG;
    }
    if (status == 401
        || status == 402
        || status == 403
        || BAD_KEY.stream().anyMatch(said::contains)) {
      return Kind.AUTH;
    }
    if (REFUSED.stream().anyMatch(said::contains)) {
      return Kind.REFUSED;
    }
    if (status == 0) {
      return ofType(said);
    }
    return switch (status) {
      case 404 -> Kind.NOT_FOUND;
      case 408 -> Kind.TIMEOUT;
      case 429 -> Kind.RATE_LIMITED;
      default -> status >= 500 ? Kind.OVERLOADED : Kind.INVALID_REQUEST;
    };
  }

  /** Gemini: "The input token count (1) exceeds the maximum …". */
  private static boolean tokenCount(String said) {
    return said.contains("token count") && said.contains("exceeds");
  }

  private static Kind ofType(String said) {
    if (said.contains("rate_limit") || said.contains("resource_exhausted")) {
      return Kind.RATE_LIMITED;
    }
    if (said.contains("invalid_request") || said.contains("invalid_argument")) {
      return Kind.INVALID_REQUEST;
    }
    return said.contains("not_found") ? Kind.NOT_FOUND : Kind.OVERLOADED;
  }

  /** Status and message in one line, in bounds. */
  String text() {
    String words = (message.isBlank() ? type : message).strip().replaceAll("\\s+", " ");
    String bounded = words.length() > LONGEST_TEXT ? words.substring(0, LONGEST_TEXT) + "…" : words;
    if (bounded.isEmpty()) {
      return "status " + status;
    }
    return status == 0 ? bounded : "%s (status %d)".formatted(bounded, status);
  }
}
