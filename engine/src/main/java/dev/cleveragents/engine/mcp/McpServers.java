package dev.cleveragents.engine.mcp;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.util.List;

/** The MCP servers that this process talks to. Each is started at its first use, and shared. */
public interface McpServers {

  /**
   * A tool as its server describes it.
   *
   * @param schema the JSON Schema of its arguments
   */
  record Offer(String name, String description, String schema) {}

  /**
   * A call of a tool.
   *
   * @param arguments a JSON object
   * @param repeatable whether it may be sent again if the server dies before it has answered
   */
  record Request(String tool, String arguments, boolean repeatable) {}

  /**
   * What a tool has answered.
   *
   * @param failed whether the server says that the call failed
   * @param text bounded
   */
  record Outcome(boolean failed, String text) {}

  /**
   * All tools of a server, in its order.
   *
   * @throws McpException if it cannot be used
   * @throws CancelledException if the token is cancelled
   */
  List<Offer> tools(McpServer server, CancellationToken token)
      throws McpException, InterruptedException;

  /**
   * Calls a tool.
   *
   * @throws McpException if the server cannot be used or refuses the request
   * @throws CancelledException if the token is cancelled; the server is told
   */
  Outcome call(McpServer server, Request request, CancellationToken token)
      throws McpException, InterruptedException;
}
