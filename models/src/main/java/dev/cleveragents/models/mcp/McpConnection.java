package dev.cleveragents.models.mcp;

import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.engine.mcp.McpServers;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A session with one server. Many threads may ask at once.
 *
 * <ul>
 *   <li>Every request ends: by its answer, its deadline, its token, or the end of the server.
 *   <li>A server that answers neither a request nor a ping after it counts as gone.
 * </ul>
 */
final class McpConnection implements Channel.Receiver, AutoCloseable {

  private static final String VERSION = "2025-11-25";
  private static final Set<String> VERSIONS =
      Set.of(VERSION, "2025-06-18", "2025-03-26", "2024-11-05");
  private static final Duration PING_WITHIN = Duration.ofSeconds(5);
  private static final int MOST_PAGES = 50;
  private static final int LONGEST_SHOWN = 300;
  private static final int METHOD_NOT_FOUND = -32601;

  private final Channel channel;
  private final Duration timeout;
  private final AtomicLong ids = new AtomicLong();

  /** How often the server has said that its tools changed. */
  private final AtomicLong changes = new AtomicLong();

  private final Map<Long, CompletableFuture<Map<?, ?>>> open = new ConcurrentHashMap<>();
  private volatile @Nullable String ended;
  private volatile @Nullable String garbage;
  private volatile @Nullable List<McpServers.Offer> tools;
  private boolean hasTools;

  /**
   * @param timeout how long the server may take to answer a request
   */
  McpConnection(Channel channel, Duration timeout) {
    this.channel = channel;
    this.timeout = timeout;
  }

  /** Agrees with the server on the protocol. */
  void open(CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    channel.open(this);
    Map<?, ?> given =
        request(
            "initialize",
            Map.of(
                "protocolVersion",
                VERSION,
                "capabilities",
                Map.of(),
                "clientInfo",
                Map.of("name", "CleverAgents", "version", "0.1")),
            token);
    String version = String.valueOf(given.get("protocolVersion"));
    if (!VERSIONS.contains(version)) {
      throw new McpException(
          "it speaks version %s of the protocol; known are %s"
              .formatted(
                  shortened(version), String.join(", ", VERSIONS.stream().sorted().toList())));
    }
    hasTools = given.get("capabilities") instanceof Map<?, ?> able && able.get("tools") != null;
    channel.begin(notification("notifications/initialized", Map.of()), version);
  }

  boolean isEnded() {
    return ended != null;
  }

  /** The tools, asked for again after the server has said that they changed. */
  List<McpServers.Offer> tools(CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    List<McpServers.Offer> known = tools;
    if (known != null) {
      return known;
    }
    List<McpServers.Offer> found = new ArrayList<>();
    long before = changes.get();
    Object cursor = null;
    for (int page = 0; hasTools && page < MOST_PAGES && (page == 0 || cursor != null); page++) {
      Map<?, ?> given =
          request("tools/list", cursor == null ? Map.of() : Map.of("cursor", cursor), token);
      if (given.get("tools") instanceof List<?> list) {
        list.forEach(tool -> offer(tool, found));
      }
      cursor = given.get("nextCursor");
    }
    if (changes.get() == before) {
      tools = List.copyOf(found);
    }
    return found;
  }

  private static void offer(@Nullable Object tool, List<McpServers.Offer> found) {
    if (tool instanceof Map<?, ?> map && map.get("name") instanceof String name) {
      found.add(
          new McpServers.Offer(
              name,
              map.get("description") instanceof String text ? text : "",
              Json.write(map.get("inputSchema"))));
    }
  }

  McpServers.Outcome call(McpServers.Request call, CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    Map<?, ?> given =
        request(
            "tools/call",
            Map.of("name", call.tool(), "arguments", Json.readObject(call.arguments())),
            token);
    return new McpServers.Outcome(Boolean.TRUE.equals(given.get("isError")), ToolText.of(given));
  }

  private Map<?, ?> request(String method, Map<String, ?> parameters, CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    try {
      return request(method, parameters, timeout, token);
    } catch (TimeoutException e) {
      String said = garbage;
      String why =
          "it has not answered %s within %s%s"
              .formatted(
                  method,
                  timeout.toMillis() < 1_000
                      ? timeout.toMillis() + " ms"
                      : timeout.toSeconds() + " s",
                  said == null ? "" : "; it printed '%s', which is no message".formatted(said));
      if (!method.equals("initialize") && !isAlive(token)) {
        close();
        throw new ServerGoneException(why + ", and no ping after it");
      }
      throw new McpException(why, e);
    }
  }

  private boolean isAlive(CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    Duration within = timeout.compareTo(PING_WITHIN) < 0 ? timeout : PING_WITHIN;
    try {
      request("ping", Map.of(), within, token);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private Map<?, ?> request(
      String method, Map<String, ?> parameters, Duration within, CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException, TimeoutException {
    token.throwIfCancelled();
    long id = ids.incrementAndGet();
    CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
    open.put(id, answer);
    String gone = ended;
    if (gone != null) {
      open.remove(id);
      throw new ServerGoneException(gone, true);
    }
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    boolean answered = false;
    try (Channel.Exchange _ = channel.request(Json.write(message), answer::completeExceptionally);
        CallbackRegistration _ = token.onCancel(_ -> answer.cancel(true))) {
      Map<?, ?> given = answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
      answered = true;
      return given;
    } catch (ExecutionException e) {
      answered = true;
      throw failure(e);
    } catch (CancellationException e) {
      token.throwIfCancelled();
      throw e;
    } finally {
      open.remove(id);
      if (!answered && !method.equals("initialize")) {
        channel.tell(
            notification(
                "notifications/cancelled",
                Map.of("requestId", id, "reason", "the caller does not wait any more")));
      }
    }
  }

  private static McpException failure(ExecutionException e) throws ServerGoneException {
    return switch (e.getCause()) {
      case ServerGoneException gone -> throw gone;
      case McpException refused -> refused;
      case null, default -> new McpException(String.valueOf(e.getMessage()), e);
    };
  }

  @Override
  public void message(String text) {
    Map<String, @Nullable Object> message;
    try {
      message = Json.readObject(text);
    } catch (IllegalArgumentException e) {
      if (garbage == null && !text.isBlank()) {
        garbage = shortened(text);
      }
      return;
    }
    if (message.get("method") instanceof String method) {
      asked(method, message.get("id"));
    } else if (message.get("id") instanceof Long id) {
      CompletableFuture<Map<?, ?>> answer = open.get(id);
      if (answer != null) {
        complete(answer, message);
      }
    }
  }

  private static void complete(
      CompletableFuture<Map<?, ?>> answer, Map<String, @Nullable Object> message) {
    if (message.get("result") instanceof Map<?, ?> result) {
      answer.complete(result);
    } else {
      Object error = message.get("error");
      String why =
          error instanceof Map<?, ?> map ? String.valueOf(map.get("message")) : Json.write(error);
      answer.completeExceptionally(new McpException("it refused the request: " + shortened(why)));
    }
  }

  /** A request or a notification of the server; of its requests only a ping is carried out. */
  private void asked(String method, @Nullable Object id) {
    if (method.equals("notifications/tools/list_changed")) {
      changes.incrementAndGet();
      tools = null;
    }
    if (id == null) {
      return;
    }
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("jsonrpc", "2.0");
    reply.put("id", id);
    if (method.equals("ping")) {
      reply.put("result", Map.of());
    } else {
      reply.put(
          "error", Map.of("code", METHOD_NOT_FOUND, "message", "This client does not offer it"));
    }
    channel.tell(Json.write(reply));
  }

  @Override
  public void ended(String why) {
    if (ended == null) {
      ended = why;
    }
    open.values().forEach(it -> it.completeExceptionally(new ServerGoneException(why)));
  }

  private static String notification(String method, Map<String, ?> parameters) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("method", method);
    message.put("params", parameters);
    return Json.write(message);
  }

  static String shortened(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}", " ");
    return line.codePointCount(0, line.length()) <= LONGEST_SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_SHOWN)) + "…";
  }

  @Override
  public void close() {
    ended("the connection was closed");
    channel.close();
  }
}
