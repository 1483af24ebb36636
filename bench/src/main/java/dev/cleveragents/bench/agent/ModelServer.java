package dev.cleveragents.bench.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cleveragents.workspace.Json;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider of models on this machine. Requests with tools are answered from a script, one after
 * the other, and kept; any other request, such as one for a title, gets a word.
 */
final class ModelServer implements AutoCloseable {

  /** Each event is sent at once. Read when the server's class is loaded. */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private static final ScriptedReply ASIDE = new ScriptedReply("Settings", List.of());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<ScriptedReply> script;
  private final FirstText hold;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger aside = new AtomicInteger();
  private final List<SentRequest> requests = new CopyOnWriteArrayList<>();

  /** Called when the first text of a reply was sent, before the rest is. */
  @FunctionalInterface
  interface FirstText {
    void sent(long began) throws InterruptedException;
  }

  ModelServer(List<ScriptedReply> script) throws IOException {
    this(script, _ -> {});
  }

  ModelServer(List<ScriptedReply> script, FirstText hold) throws IOException {
    System.setProperty(NO_DELAY, "true");
    this.script = List.copyOf(script);
    this.hold = hold;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The requests with tools that were answered, in their order. */
  List<SentRequest> requests() {
    return List.copyOf(requests);
  }

  /** How many requests there were beside those. */
  int aside() {
    return aside.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      long arrived = System.nanoTime();
      String path = exchange.getRequestURI().getPath();
      if (path.endsWith("/chat/completions")) {
        stream(exchange, body, arrived, ModelStream.CHAT_COMPLETIONS);
      } else if (path.endsWith("/messages")) {
        stream(exchange, body, arrived, ModelStream.MESSAGES);
      } else if (path.endsWith("/models")) {
        json(exchange, 200, Map.of("object", "list", "data", List.of(Map.of("id", "m1"))));
      } else {
        json(exchange, 404, Map.of("error", Map.of("message", "No such place: " + path)));
      }
    }
  }

  private void stream(HttpExchange exchange, byte[] body, long arrived, ModelStream wire)
      throws IOException {
    Map<?, ?> json = Json.readObject(new String(body, StandardCharsets.UTF_8));
    boolean withTools = json.get("tools") instanceof List<?> tools && !tools.isEmpty();
    int number = withTools ? next.getAndIncrement() : -1;
    if (!withTools) {
      aside.incrementAndGet();
    } else if (number >= script.size()) {
      json(exchange, 400, Map.of("error", Map.of("message", "The script has ended")));
      return;
    }
    long began = System.nanoTime();
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      ScriptedReply reply = withTools ? script.get(number) : ASIDE;
      for (String event : wire.events(reply)) {
        out.write(event.getBytes(StandardCharsets.UTF_8));
        out.flush();
        if (event.contains(reply.text())) {
          hold.sent(began);
        }
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    if (withTools) {
      requests.add(
          new SentRequest(arrived, System.nanoTime(), body.length, SentRequest.parts(json)));
    }
  }

  private static void json(HttpExchange exchange, int status, Map<String, ?> json)
      throws IOException {
    byte[] body = Json.write(json).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
