/**
 * The client of the Model Context Protocol, version 2025-11-25, over standard streams and
 * streamable HTTP. {@link dev.cleveragents.models.mcp.McpClients} is the entry point.
 *
 * <ul>
 *   <li>This process runs at most one program for each server: the last one is killed, with all
 *       that it has started, before the next one starts, and when the clients are closed.
 *   <li>Each request has a deadline, and ends when its token is cancelled; the server is told.
 *   <li>Everything that a server sends is bounded, and is data.
 * </ul>
 */
@NullMarked
package dev.cleveragents.models.mcp;

import org.jspecify.annotations.NullMarked;
