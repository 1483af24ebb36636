package dev.cleveragents.models.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's client, made at the first exchange and shared by all. It speaks HTTP/1.1, so that a
 * connection carries one exchange and closing it concerns no other. It follows no redirect, because
 * that would send the key to another server. Closing ends its threads and all exchanges.
 */
public final class SharedHttpClient implements AutoCloseable {

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(15);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);
  private static final int DOCUMENT_BYTES = 4 << 20;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable HttpClient client;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Prepares an exchange.
   *
   * @param watcher sees each event before langchain4j does and says whether it is the last
   * @param rewrite changes the body of the request
   * @param silence how long nothing may arrive
   * @throws IllegalStateException if the client is closed
   */
  public HttpExchange exchange(
      Predicate<ServerSentEvent> watcher,
      UnaryOperator<String> rewrite,
      CancellationToken token,
      Duration silence) {
    return new HttpExchange(client(), watcher, rewrite, token, silence);
  }

  /**
   * The body of a small document.
   *
   * @throws IOException if there is none in time, or the status is not success
   */
  public String get(HttpRequest request) throws IOException {
    try {
      HttpResponse<BodyStream> response =
          client().send(request, _ -> new BodyStream(request.timeout().orElse(CONNECT_WITHIN)));
      try (BodyStream body = response.body()) {
        if (response.statusCode() / 100 != 2) {
          throw new IOException("Status " + response.statusCode());
        }
        return new String(body.readNBytes(DOCUMENT_BYTES), StandardCharsets.UTF_8);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /**
   * Sends a request. The body arrives while it is read; closing it ends the exchange.
   *
   * @param silence how long a read of the body waits for the next byte
   * @throws IOException if there is no response
   */
  public HttpResponse<? extends InputStream> open(HttpRequest request, Duration silence)
      throws IOException, InterruptedException {
    return client().send(request, _ -> new BodyStream(silence));
  }

  HttpClient client() {
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("The models are closed");
      }
      if (client == null) {
        client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
      }
      return client;
    }
  }

  @Override
  public void close() {
    HttpClient last;
    synchronized (lock) {
      closed = true;
      last = client;
      client = null;
    }
    if (last == null) {
      return;
    }
    last.shutdownNow();
    try {
      last.awaitTermination(CLOSE_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
