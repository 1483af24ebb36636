package dev.cleveragents.engine.mcp;

/** An MCP server cannot be used, or has not answered as the protocol says. */
public final class McpException extends Exception {

  private static final long serialVersionUID = 1L;

  public McpException(String message) {
    super(message);
  }

  public McpException(String message, Throwable cause) {
    super(message, cause);
  }
}
