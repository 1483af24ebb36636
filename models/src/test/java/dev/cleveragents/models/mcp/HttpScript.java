package dev.cleveragents.models.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cleveragents.workspace.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** An MCP server on streamable HTTP. Keeps what it received. */
final class HttpScript implements AutoCloseable {

  /** Each request: its method, its headers and its body. */
  record Received(String method, String session, String version, String secret, String body) {}

  final List<Received> received = new CopyOnWriteArrayList<>();

  /** Whether answers are streams of events. */
  volatile boolean streams;

  /** The status of the next answers to calls; 0 for success. */
  final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();

  volatile boolean hasExtra;
  private volatile String session = "s1";
  private volatile @Nullable OutputStream unasked;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final HttpServer server;

  HttpScript() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/mcp", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort());
  }

  /** Forgets the session, as a server does that was started again. */
  void restart() {
    session = "s2";
  }

  boolean listens() {
    return unasked != null;
  }

  /** Says unasked that the tools changed. */
  void changeTools() throws IOException {
    hasExtra = true;
    OutputStream to = unasked;
    if (to != null) {
      to.write(event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}"));
      to.flush();
    }
  }

  private static byte[] event(String data) {
    return ("event: message\nid: 1\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String given = header(exchange, "Mcp-Session-Id");
      received.add(
          new Received(
              exchange.getRequestMethod(),
              given,
              header(exchange, "MCP-Protocol-Version"),
              header(exchange, "X-Secret"),
              body));
      if (exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        unasked = exchange.getResponseBody();
        closing.await();
      } else if (exchange.getRequestMethod().equals("DELETE")) {
        exchange.sendResponseHeaders(200, -1);
      } else {
        answer(exchange, given, Json.readObject(body));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  private void answer(HttpExchange exchange, String given, Map<String, ?> message)
      throws IOException, InterruptedException {
    String method = String.valueOf(message.get("method"));
    if (method.equals("initialize")) {
      exchange.getResponseHeaders().set("Mcp-Session-Id", session);
    } else if (!given.equals(session)) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    Integer status = method.equals("tools/call") ? statuses.poll() : null;
    if (status != null) {
      byte[] why = "not today".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, why.length);
      exchange.getResponseBody().write(why);
    } else if (message.get("id") == null) {
      exchange.sendResponseHeaders(202, -1);
    } else {
      send(exchange, result(method, message), message.get("id"));
    }
  }

  private String result(String method, Map<String, ?> message) throws InterruptedException {
    return switch (method) {
      case "initialize" ->
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{}}";
      case "tools/list" ->
          "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}%s]}"
              .formatted(hasExtra ? ",{\"name\":\"extra\"}" : "");
      case "tools/call" -> {
        String parameters = Json.write(message.get("params"));
        if (parameters.contains("slow")) {
          closing.await();
        }
        yield "{\"content\":[{\"type\":\"text\",\"text\":\"heard\"}]}";
      }
      default -> "{}";
    };
  }

  private void send(HttpExchange exchange, String result, @Nullable Object id) throws IOException {
    String text = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result);
    exchange
        .getResponseHeaders()
        .set("Content-Type", streams ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    if (streams) {
      out.write(
          event(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}"));
      out.flush();
      out.write(event(text));
    } else {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }
}
