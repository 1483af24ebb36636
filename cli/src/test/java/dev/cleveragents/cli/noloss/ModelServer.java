package dev.cleveragents.cli.noloss;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.models.replay.Recording;
import dev.cleveragents.models.replay.RecordingException;
import dev.cleveragents.models.replay.RecordingFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A server that speaks as OpenAI does and replies from a recording. It outlives the processes that
 * ask it, so it knows what each of them has asked.
 */
final class ModelServer implements AutoCloseable {

  /** The tool that only this role has. */
  private static final Map<String, String> ROLES =
      Map.of("propose", "strategy", "review", "review", "judge", "invariants");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * A request.
   *
   * @param body as it came
   */
  record Asked(Turn turn, String body) {}

  private final Recording recording;
  private final HttpServer server;
  private final Map<String, Queue<Asked>> asked = new ConcurrentHashMap<>();

  ModelServer(String resource) throws IOException, RecordingException, URISyntaxException {
    recording =
        RecordingFile.read(
            Path.of(Objects.requireNonNull(ModelServer.class.getResource(resource)).toURI()));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  Recording recording() {
    return recording;
  }

  /** The address for the processes of one run. */
  String address(Path run) {
    return "http://127.0.0.1:%d/%s/v1".formatted(server.getAddress().getPort(), run.getFileName());
  }

  /** What the processes of a run have asked, in order. */
  List<Asked> asked(Path run) {
    return List.copyOf(
        asked.getOrDefault(run.getFileName().toString(), new ConcurrentLinkedQueue<>()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Turn turn = turn(JSON.readTree(body));
      String run = exchange.getRequestURI().getPath().split("/", -1)[1];
      asked.computeIfAbsent(run, _ -> new ConcurrentLinkedQueue<>()).add(new Asked(turn, body));
      String reply =
          recording.exchanges().stream()
              .filter(it -> it.turn().equals(turn))
              .map(RecordedExchange::reply)
              .map(ModelServer::events)
              .findFirst()
              .orElse("");
      byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(reply.isEmpty() ? 400 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Turn turn(JsonNode request) {
    String role =
        request
            .path("tools")
            .valueStream()
            .map(tool -> tool.path("function").path("name").asText())
            .filter(ROLES::containsKey)
            .map(ROLES::get)
            .findFirst()
            .orElse("execution");
    long before =
        request
            .path("messages")
            .valueStream()
            .filter(message -> message.path("role").asText().equals("assistant"))
            .count();
    return new Turn(role, (int) before + 1);
  }

  private static String events(ModelReply reply) {
    List<Object> calls = new ArrayList<>();
    for (ModelToolCall call : reply.calls()) {
      calls.add(
          Map.of(
              "index", calls.size(),
              "id", call.id(),
              "type", "function",
              "function", Map.of("name", call.tool(), "arguments", call.arguments())));
    }
    ModelUsage usage = reply.usage();
    return List.of(
                Map.of("delta", Map.of("content", reply.text(), "tool_calls", calls)),
                Map.of("delta", Map.of(), "finish_reason", "tool_calls"))
            .stream()
            .map(choice -> event(Map.of("id", "chat-1", "choices", List.of(choice))))
            .collect(Collectors.joining())
        + event(
            Map.of(
                "id",
                "chat-1",
                "choices",
                List.of(),
                "usage",
                Map.of(
                    "prompt_tokens",
                    usage.input() + usage.cacheRead() + usage.cacheWrite(),
                    "completion_tokens",
                    usage.output(),
                    "prompt_tokens_details",
                    Map.of(
                        "cached_tokens",
                        usage.cacheRead(),
                        "cache_write_tokens",
                        usage.cacheWrite()))))
        + "data: [DONE]\n\n";
  }

  private static String event(Map<String, ?> data) {
    return "data: " + JSON.valueToTree(data) + "\n\n";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
