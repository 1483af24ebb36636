package dev.cleveragents.models.mcp;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.models.http.SharedHttpClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server on streamable HTTP. Each message is one POST, whose answer is JSON or a stream of
 * events; one GET carries what the server sends unasked, where it offers that.
 */
final class HttpChannel implements Channel {

  private static final Logger log = LoggerFactory.getLogger(HttpChannel.class);
  private static final String SESSION = "Mcp-Session-Id";
  private static final String EVENTS = "text/event-stream";
  private static final int LONGEST_BODY = 8 << 20;
  private static final int ERROR_BYTES = 2_000;
  private static final Duration TELL_WITHIN = Duration.ofSeconds(5);
  private static final Duration CLOSE_WITHIN = Duration.ofMillis(200);
  private static final Duration LISTEN = Duration.ofDays(1);

  private final McpServer.Http server;
  private final Map<String, String> headers;
  private final Duration silence;
  private final Scope scope;
  private final SharedHttpClient http = new SharedHttpClient();
  private final AtomicReference<@Nullable Receiver> receiver = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable String session;
  private volatile @Nullable String version;

  /**
   * @param headers the user's, with their values
   * @param silence how long nothing may arrive
   * @param scope its own; closed with the channel
   */
  HttpChannel(McpServer.Http server, Map<String, String> headers, Duration silence, Scope scope) {
    this.server = server;
    this.headers = Map.copyOf(headers);
    this.silence = silence;
    this.scope = scope;
  }

  @Override
  public void open(Receiver given) {
    receiver.set(given);
  }

  private Receiver receiver() {
    return Objects.requireNonNull(receiver.get());
  }

  @Override
  public void begin(String message, String protocolVersion)
      throws ServerGoneException, InterruptedException {
    version = protocolVersion;
    try {
      post(message, TELL_WITHIN);
    } catch (IOException e) {
      throw new ServerGoneException(described(e));
    }
    fork("events", this::listen);
  }

  @Override
  public Exchange request(String message, Consumer<Exception> failed) {
    AtomicReference<@Nullable Thread> sending = new AtomicReference<>();
    boolean forked =
        fork(
            "request",
            () -> {
              sending.set(Thread.currentThread());
              try {
                post(message, silence);
                failed.accept(new ServerGoneException("its answer ended early"));
              } catch (ConnectException e) {
                // Told first: this request has had no effect, others of the session may have.
                failed.accept(new ServerGoneException(described(e), true));
                receiver().ended(described(e));
              } catch (StatusException e) {
                failed.accept(new McpException("it refused the request: " + described(e), e));
              } catch (IOException e) {
                failed.accept(new ServerGoneException(described(e)));
              } catch (InterruptedException e) {
                failed.accept(new ServerGoneException("the connection was closed"));
              } catch (IllegalArgumentException e) {
                failed.accept(new McpException("its headers cannot be sent: " + e.getMessage(), e));
              }
            });
    if (!forked) {
      failed.accept(new ServerGoneException("the connection was closed", true));
    }
    return () -> {
      Thread thread = sending.get();
      if (thread != null) {
        thread.interrupt();
      }
    };
  }

  /** The server has answered with a status that is not success. */
  private static final class StatusException extends IOException {

    private static final long serialVersionUID = 1L;

    StatusException(String message) {
      super(message);
    }
  }

  private interface Body {
    void run() throws Exception;
  }

  /** Runs a body in a thread; not if the channel is closed. */
  private boolean fork(String what, Body body) {
    try {
      scope.fork(
          what,
          () -> {
            body.run();
            return true;
          });
      return true;
    } catch (IllegalStateException e) {
      log.debug("The channel is closed", e);
      return false;
    }
  }

  private static String described(IOException e) {
    String said = e.getMessage();
    return said == null ? "no connection (%s)".formatted(e.getClass().getSimpleName()) : said;
  }

  @Override
  public void tell(String message) {
    fork(
        "message",
        () -> {
          try {
            post(message, TELL_WITHIN);
          } catch (IOException e) {
            log.debug("An MCP server did not take a message", e);
          }
        });
  }

  /** Sends a message, and receives what is sent in answer to it. */
  private void post(String message, Duration within) throws IOException, InterruptedException {
    HttpRequest request =
        request()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, " + EVENTS)
            .timeout(within)
            .POST(BodyPublishers.ofString(message))
            .build();
    HttpResponse<? extends InputStream> response = http.open(request, within);
    try (InputStream body = response.body()) {
      requireSuccess(response.statusCode(), body);
      response.headers().firstValue(SESSION).ifPresent(it -> session = it);
      if (isStream(response)) {
        events(body);
      } else {
        String text = new String(body.readNBytes(LONGEST_BODY), StandardCharsets.UTF_8);
        if (!text.isBlank()) {
          receiver().message(text);
        }
      }
    }
  }

  private static boolean isStream(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").startsWith(EVENTS);
  }

  private void requireSuccess(int status, InputStream body) throws IOException {
    if (status / 100 == 2) {
      return;
    }
    String said =
        McpConnection.shortened(new String(body.readNBytes(ERROR_BYTES), StandardCharsets.UTF_8));
    String why = "HTTP status %d%s".formatted(status, said.isEmpty() ? "" : ": " + said);
    if (status == 404 && session != null) {
      throw new ConnectException("its session is over");
    }
    throw new StatusException(why);
  }

  private void events(InputStream body) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data:")) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(5).stripLeading());
      } else if (line.isEmpty() && !data.isEmpty()) {
        receiver().message(data.toString());
        data.setLength(0);
      }
      if (data.length() > LONGEST_BODY) {
        throw new IOException("an event of more than %,d bytes".formatted(LONGEST_BODY));
      }
    }
  }

  /** Receives what the server sends unasked, until it ends that or does not offer it. */
  private void listen() throws InterruptedException {
    HttpRequest request = request().header("Accept", EVENTS).GET().build();
    try {
      HttpResponse<? extends InputStream> response = http.open(request, LISTEN);
      try (InputStream body = response.body()) {
        if (response.statusCode() / 100 == 2 && isStream(response)) {
          events(body);
        }
      }
    } catch (IOException e) {
      log.debug("An MCP server does not send unasked any more", e);
    }
  }

  private HttpRequest.Builder request() {
    HttpRequest.Builder builder = HttpRequest.newBuilder(server.url());
    headers.forEach(builder::setHeader);
    String id = session;
    if (id != null) {
      builder.setHeader(SESSION, id);
    }
    String agreed = version;
    if (agreed != null) {
      builder.setHeader("MCP-Protocol-Version", agreed);
    }
    return builder;
  }

  @Override
  public void close() {
    scope.closeWithin(CLOSE_WITHIN);
    if (!closed.getAndSet(true) && session != null) {
      try (InputStream body =
          http.open(request().timeout(TELL_WITHIN).DELETE().build(), TELL_WITHIN).body()) {
        body.readNBytes(ERROR_BYTES);
      } catch (IOException e) {
        log.debug("An MCP server did not end its session", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    http.close();
  }
}
