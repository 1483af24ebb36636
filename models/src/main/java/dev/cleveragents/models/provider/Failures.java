package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.http.HttpExchange;
import dev.cleveragents.models.http.HttpFailure;
import dev.cleveragents.models.http.RetryAfter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the exceptions of one model. Each message names the model, says what has failed and what to
 * do, and has no key; no cause is attached that could have one.
 */
final class Failures {

  private final ModelName name;
  private final Endpoint endpoint;
  private final ModelRequest request;
  private final TimeSource time;

  Failures(ModelName name, Endpoint endpoint, ModelRequest request, TimeSource time) {
    this.name = name;
    this.endpoint = endpoint;
    this.request = request;
    this.time = time;
  }

  /** The same failure, with the model's name before its message. */
  ModelException named(ModelException failure) {
    return of(failure.kind(), String.valueOf(failure.getMessage()), null);
  }

  /** Why this exchange has brought no message. */
  ModelException of(HttpExchange exchange, StreamFacts facts) {
    ProviderError error = facts.error();
    if (error != null) {
      return said(error, Optional.ofNullable(error.retryAfter()));
    }
    return switch (exchange.failure().orElse(new HttpFailure.Stopped())) {
      case HttpFailure.Status status -> answered(status);
      case HttpFailure.Silence(Duration lasted) ->
          of(
              Kind.TIMEOUT,
              "%s has sent nothing for %s".formatted(endpoint.address(), seconds(lasted)),
              null);
      case HttpFailure.NoConnection(IOException cause) ->
          of(Kind.UNREACHABLE, noConnection(cause), null);
      case HttpFailure.ConnectionLost _ ->
          of(
              Kind.UNREACHABLE,
              "%s has closed the connection before the reply was whole"
                  .formatted(endpoint.address()),
              null);
      case HttpFailure.TooLarge(String bound) ->
          of(Kind.OVERLOADED, "the reply has " + bound, null);
      case HttpFailure.Unreadable _ ->
          of(Kind.OVERLOADED, "the reply has a part that is not what it should be", null);
      case HttpFailure.Stopped _ ->
          of(Kind.OVERLOADED, "the stream has ended before the reply was whole", null);
    };
  }

  private ModelException answered(HttpFailure.Status status) {
    ProviderError error = ProviderError.ofBody(status.code(), status.body());
    Optional<Duration> wait =
        RetryAfter.in(status.headers(), time.wallTime())
            .or(() -> Optional.ofNullable(error.retryAfter()));
    return said(error, wait);
  }

  private ModelException said(ProviderError error, Optional<Duration> wait) {
    String said = error.text();
    String message =
        switch (error.kind()) {
          case AUTH -> "the key or its account is not accepted: %s%s".formatted(said, checkKey());
          case NOT_FOUND ->
              "%s does not know the model: %s. Check its name".formatted(endpoint.address(), said);
          case CONTEXT_TOO_LONG -> "the request is too long for the model: " + said;
          case RATE_LIMITED -> "the rate limit is reached: " + said;
          case REFUSED -> "the provider refuses to answer: " + said;
          case INVALID_REQUEST -> "the request is not accepted: " + said;
          case OVERLOADED -> "the provider has failed: " + said;
          case UNREACHABLE, TIMEOUT -> said;
        };
    return of(error.kind(), message, wait.orElse(null));
  }

  private String checkKey() {
    return endpoint.provider().keyVariables().isEmpty()
        ? ""
        : ". Check %s or keys.toml".formatted(endpoint.provider().keyVariables().getFirst());
  }

  private String noConnection(IOException cause) {
    String why =
        switch (cause) {
          case HttpConnectTimeoutException _ -> "no answer to the connection";
          case UnknownHostException _ -> "its name is not known";
          case ConnectException _ ->
              cause.getCause() instanceof UnresolvedAddressException
                  ? "its name is not known"
                  : "the connection is refused";
          case SSLException _ -> "no TLS connection: " + cause.getMessage();
          default -> "the connection has failed: " + cause.getMessage();
        };
    return "cannot reach %s: %s. Check the network and %s"
        .formatted(endpoint.address(), why, endpoint.provider().addressVariable());
  }

  private static String seconds(Duration time) {
    return time.toMillis() < 10_000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }

  private ModelException of(Kind kind, String message, @Nullable Duration retryAfter) {
    String whole =
        "%s, turn %d: %s.".formatted(name, request.turn().number(), endpoint.redact(message));
    return new ModelException(kind, whole, retryAfter, null);
  }
}
