/**
 * The tools of MCP servers, as models see them. The client is behind {@link
 * dev.cleveragents.engine.mcp.McpServers}, in the module {@code models}.
 *
 * <p>Invariants: names, descriptions, schemas and results of a server are data and bounded; what a
 * call may do follows from the user's definition of the server, never from what the server says.
 */
@NullMarked
package dev.cleveragents.engine.mcp;

import org.jspecify.annotations.NullMarked;
