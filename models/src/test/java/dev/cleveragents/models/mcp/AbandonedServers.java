package dev.cleveragents.models.mcp;

import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.fixtures.McpScript;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import java.nio.file.Path;

/** A process that starts a server and is killed before it ends it. */
final class AbandonedServers {

  private AbandonedServers() {}

  /** Prints {@code ready} when the server has answered. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    McpServer server = McpServer.read(McpScript.in(folder.resolve("mcp")).yaml("children", ""));
    // The processes of a confined server die with it.
    McpClientsTest.clients(folder, CommandBounds.Mode.OFF).tools(server, CancellationToken.none());
    System.out.println("ready");
    CancellationToken.none().await();
  }
}
