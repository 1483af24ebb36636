package dev.cleveragents.models.provider;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on raw sockets, so that a test decides about every byte and sees when the client
 * closes. Handlers are used in order; the last one for all further requests.
 */
public final class WireServer implements AutoCloseable {

  /** What a client has sent. */
  public record Seen(String method, String path, Map<String, String> headers, String body) {}

  @FunctionalInterface
  public interface Handler {
    void handle(Connection connection) throws IOException;
  }

  private final ServerSocket socket;
  private final BlockingDeque<Handler> handlers = new LinkedBlockingDeque<>();
  private final List<Seen> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger closedByClient = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final Thread acceptor;

  public WireServer() {
    try {
      socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  public WireServer then(Handler handler) {
    handlers.add(handler);
    return this;
  }

  public String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  public List<Seen> requests() {
    return requests;
  }

  /** The body of the latest request. */
  public String body() {
    return requests.getLast().body();
  }

  /** How many connections the client has closed while a handler waited for that. */
  public int closedByClient() {
    return closedByClient.get();
  }

  /** How many connections neither side has closed. */
  public int openConnections() {
    return open.size();
  }

  /** How many connections there have been. */
  public int connections() {
    return connections.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      while (true) {
        Seen seen = read(in);
        if (seen == null) {
          return;
        }
        requests.add(seen);
        Handler handler = handlers.size() > 1 ? handlers.poll() : handlers.peek();
        handler.handle(new Connection(client, in));
      }
    } catch (IOException e) {
      // The client has closed.
    } finally {
      open.remove(client);
    }
  }

  private static @Nullable Seen read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    String[] words = first.split(" ", -1);
    return new Seen(words[0], words[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  @Override
  public void close() {
    try {
      socket.close();
      // Until it has left accept(), the system still takes connections.
      acceptor.join();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One request that waits for its response. */
  public final class Connection {

    private final Socket client;
    private final InputStream in;

    Connection(Socket client, InputStream in) {
      this.client = client;
      this.in = in;
    }

    /** A whole response. */
    public void respond(int status, String body, String... headers) throws IOException {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      write(
          "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
              .formatted(status, bytes.length, lines(headers)));
      client.getOutputStream().write(bytes);
      client.getOutputStream().flush();
    }

    /** The head of a response in chunks. */
    public void startStream(String... headers) throws IOException {
      write(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n%s\r\n"
              .formatted(lines(headers)));
    }

    /** The head of a response that ends with the connection. */
    public void startUnframedStream() throws IOException {
      write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    }

    public void chunk(String text) throws IOException {
      chunk(text.getBytes(StandardCharsets.UTF_8));
    }

    public void chunk(byte[] bytes) throws IOException {
      write(Integer.toHexString(bytes.length) + "\r\n");
      client.getOutputStream().write(bytes);
      write("\r\n");
    }

    public void endStream() throws IOException {
      write("0\r\n\r\n");
    }

    /** A whole stream. */
    public void stream(List<String> events, String... headers) throws IOException {
      startStream(headers);
      for (String event : events) {
        chunk(event);
      }
      endStream();
    }

    public void write(String text) throws IOException {
      client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().flush();
    }

    /** Ends the connection with a reset. */
    public void reset() throws IOException {
      client.setSoLinger(true, 0);
      client.close();
    }

    /** Ends the connection as if all were well. */
    public void close() throws IOException {
      client.close();
    }

    /** Sends nothing and waits until the client closes the connection. */
    public void silence(CompletableFuture<?> reached) throws IOException {
      reached.complete(null);
      try {
        if (in.read() >= 0) {
          return;
        }
      } catch (IOException e) {
        // A reset is a close as well.
      }
      closedByClient.incrementAndGet();
      throw new IOException("closed");
    }

    private String lines(String... headers) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i + 1 < headers.length; i += 2) {
        lines.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
      }
      return lines.toString();
    }
  }
}
