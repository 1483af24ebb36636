package dev.cleveragents.engine.mcp;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.definition.McpServer.Effect;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool of an MCP server. Models see it as {@code mcp__SERVER__TOOL}, with the schema and the
 * description of its server.
 */
public final class McpTool implements Tool<McpTool.Arguments> {

  /** The longest name that all providers accept. */
  private static final int LONGEST_NAME = 64;

  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int LONGEST_SCHEMA = 32_000;
  private static final int LONGEST_ARGUMENTS = 1_000_000;
  private static final int MOST_TOOLS = 200;
  private static final String ANY_OBJECT = "{\"type\":\"object\"}";

  private final McpServers servers;
  private final McpServer server;
  private final String remote;
  private final String name;
  private final String description;
  private final String schema;

  /**
   * The arguments of a call.
   *
   * @param json an object, as the model wrote it
   */
  public record Arguments(String json) {}

  private McpTool(McpServers servers, McpServer server, McpServers.Offer offer) {
    this.servers = servers;
    this.server = server;
    this.remote = offer.name();
    this.name = nameFor(server, offer.name());
    this.description = description(server, offer);
    this.schema = schema(offer.schema());
  }

  /**
   * The tools of a server that its definition admits, in the server's order. Of two that would get
   * the same name the first counts.
   *
   * @throws McpException if the server cannot be used
   */
  public static List<McpTool> of(McpServer server, McpServers servers, CancellationToken token)
      throws McpException, InterruptedException {
    Map<String, McpTool> tools = new LinkedHashMap<>();
    for (McpServers.Offer offer : servers.tools(server, token)) {
      if (server.rules().admits(offer.name()) && tools.size() < MOST_TOOLS) {
        McpTool tool = new McpTool(servers, server, offer);
        tools.putIfAbsent(tool.name(), tool);
      }
    }
    return List.copyOf(tools.values());
  }

  private static String nameFor(McpServer server, String tool) {
    String whole = server.toolPrefix() + tool.replaceAll("[^A-Za-z0-9_-]", "_");
    if (whole.length() <= LONGEST_NAME) {
      return whole;
    }
    String hash = Sha256.of(tool.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
    return whole.substring(0, LONGEST_NAME - 9) + "_" + hash;
  }

  private static String description(McpServer server, McpServers.Offer offer) {
    String text = offer.description().replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", " ").strip();
    return "Tool of the MCP server %s. The server says: %s"
        .formatted(
            server.name().forPeople(),
            text.length() <= LONGEST_DESCRIPTION
                ? text
                : text.substring(
                        0,
                        text.offsetByCodePoints(0, text.codePointCount(0, LONGEST_DESCRIPTION) - 1))
                    + "…");
  }

  /** The server's schema if it is the schema of an object and not too long. */
  private static String schema(String given) {
    try {
      Map<String, @Nullable Object> schema = Json.readObject(given);
      schema.put("type", "object");
      schema.remove("$schema");
      String text = Json.write(schema);
      return text.length() <= LONGEST_SCHEMA ? text : ANY_OBJECT;
    } catch (IllegalArgumentException e) {
      return ANY_OBJECT;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String schema() {
    return schema;
  }

  /** Requires an object; the server checks the rest. */
  @Override
  public Arguments readJson(String json) {
    if (json.length() > LONGEST_ARGUMENTS) {
      throw OperationException.invalid(
          "The arguments have more than %,d characters".formatted(LONGEST_ARGUMENTS));
    }
    try {
      Json.readObject(json);
    } catch (IllegalArgumentException e) {
      throw OperationException.invalid("The arguments are not one JSON object");
    }
    return new Arguments(json);
  }

  @Override
  public String argumentsJson(Arguments arguments) {
    return arguments.json();
  }

  @Override
  public boolean isGuarded() {
    return true;
  }

  @Override
  public List<ToolEffect> effects() {
    return effect() == Effect.READ ? List.of() : List.of(ToolEffect.CHANGE_THROUGH_SERVER);
  }

  /** What the user's definition says that a call may do. */
  public Effect effect() {
    return server.rules().effectOf(remote);
  }

  @Override
  public String describe(Arguments arguments) {
    return "call %s of %s".formatted(remote, server.name().forPeople());
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) {
    return "%s(%s)".formatted(name, arguments.json());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    long started = System.nanoTime();
    try {
      McpServers.Outcome outcome =
          servers.call(
              server,
              new McpServers.Request(remote, arguments.json(), effect() == Effect.READ),
              context.token());
      return new ToolResult(
          !outcome.failed(),
          false,
          "%s %s".formatted(remote, outcome.failed() ? "failed" : "answered"),
          outcome.text(),
          Duration.ofNanos(System.nanoTime() - started));
    } catch (McpException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
  }
}
