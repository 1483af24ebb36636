package dev.cleveragents.models.http;

import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One streaming exchange, run to its end on the thread that starts it: {@code execute} returns when
 * the stream has ended, whole or not. The failure is kept in {@link #failure}, because langchain4j
 * drops a part of it. Used once, by one thread.
 *
 * <p>Cancelling the token closes the connection from the cancelling thread, and {@code execute}
 * returns.
 */
public final class HttpExchange implements HttpClient {

  /** How much of an error's body is read. */
  private static final int ERROR_BYTES = 32 * 1024;

  private final java.net.http.HttpClient client;
  private final Consumer<ServerSentEvent> watcher;
  private final UnaryOperator<String> rewrite;
  private final CancellationToken token;
  private final Duration silence;
  private boolean started;
  private boolean interrupted;
  private @Nullable HttpHeaders headers;
  private @Nullable HttpFailure failure;

  /**
   * @param watcher sees each event before langchain4j does; what it throws ends the exchange
   * @param rewrite changes the body of the request
   * @param silence how long nothing may arrive
   */
  HttpExchange(
      java.net.http.HttpClient client,
      Consumer<ServerSentEvent> watcher,
      UnaryOperator<String> rewrite,
      CancellationToken token,
      Duration silence) {
    this.client = client;
    this.watcher = watcher;
    this.rewrite = rewrite;
    this.token = token;
    this.silence = silence;
  }

  /** Hands out this exchange as the client of a model of langchain4j. */
  public HttpClientBuilder asBuilder() {
    return new Builder();
  }

  /** Whether a request was sent, or was about to be. */
  public boolean isStarted() {
    return started;
  }

  /** Whether the thread was interrupted; its flag is set again then. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Why there is no whole reply; empty if the stream has ended as it should. */
  public Optional<HttpFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** A header of the response. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers).flatMap(it -> it.firstValue(name));
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    throw new UnsupportedOperationException("This exchange streams");
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    if (started) {
      throw new IllegalStateException("An exchange is used once");
    }
    java.net.http.HttpRequest prepared = toJdk(request);
    started = true;
    BodyStream body = new BodyStream(silence);
    CompletableFuture<HttpResponse<BodyStream>> pending = client.sendAsync(prepared, _ -> body);
    try (CallbackRegistration _ = token.onCancel(_ -> abandon(pending, body))) {
      HttpResponse<BodyStream> response = await(pending);
      if (response != null) {
        receive(response, parser, listener);
      }
    } finally {
      abandon(pending, body);
    }
  }

  /** Closes the connection, whether the response has come or not; does nothing after its end. */
  private static void abandon(CompletableFuture<?> pending, BodyStream body) {
    pending.cancel(true);
    body.close();
  }

  private java.net.http.HttpRequest toJdk(HttpRequest request) {
    java.net.http.HttpRequest.Builder builder =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
    request.headers().forEach((name, values) -> values.forEach(it -> builder.header(name, it)));
    String body = rewrite.apply(request.body());
    return builder.method(request.method().name(), BodyPublishers.ofString(body)).build();
  }

  private @Nullable HttpResponse<BodyStream> await(
      CompletableFuture<HttpResponse<BodyStream>> pending) {
    try {
      return pending.get(silence.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      failure = new HttpFailure.Silence(silence);
    } catch (InterruptedException e) {
      interrupt();
    } catch (CancellationException e) {
      failure = new HttpFailure.Stopped();
    } catch (ExecutionException e) {
      IOException cause =
          e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
      failure = new HttpFailure.NoConnection(cause);
    }
    return null;
  }

  private void receive(
      HttpResponse<BodyStream> response,
      ServerSentEventParser parser,
      ServerSentEventListener listener) {
    headers = response.headers();
    if (response.statusCode() / 100 != 2) {
      failure =
          new HttpFailure.Status(response.statusCode(), response.headers(), start(response.body()));
      return;
    }
    listener.onOpen(
        SuccessfulHttpResponse.builder()
            .statusCode(response.statusCode())
            .headers(response.headers().map())
            .build());
    Events events = new Events(listener);
    parser.parse(response.body(), events);
    if (failure == null && !events.stopped) {
      listener.onClose();
    }
  }

  private static String start(BodyStream body) {
    try {
      return new String(body.readNBytes(ERROR_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // The status says enough.
      return "";
    }
  }

  private void interrupt() {
    interrupted = true;
    Thread.currentThread().interrupt();
    failure = new HttpFailure.Stopped();
  }

  /** Stops at the first failure, which langchain4j would log, with what the server sent. */
  private final class Events implements ServerSentEventListener {

    private final ServerSentEventListener listener;
    private boolean stopped;

    Events(ServerSentEventListener listener) {
      this.listener = listener;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
      try {
        watcher.accept(event);
        listener.onEvent(event, context);
      } catch (RuntimeException e) {
        failure = new HttpFailure.Unreadable(e);
        context.parsingHandle().cancel();
      }
      stopped = context.parsingHandle().isCancelled();
    }

    @Override
    public void onError(Throwable thrown) {
      switch (thrown) {
        case BodyStream.SilentException _ -> failure = new HttpFailure.Silence(silence);
        case BodyStream.BoundException bound ->
            failure = new HttpFailure.TooLarge(String.valueOf(bound.getMessage()));
        case InterruptedIOException _ -> interrupt();
        case IOException io ->
            failure =
                token.isCancelled()
                    ? new HttpFailure.Stopped()
                    : new HttpFailure.ConnectionLost(io);
        default -> failure = new HttpFailure.ConnectionLost(new IOException(thrown));
      }
    }
  }

  /** Ignores timeouts: the exchange has its own. */
  private final class Builder implements HttpClientBuilder {

    @Override
    public Duration connectTimeout() {
      return silence;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return silence;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return HttpExchange.this;
    }
  }
}
