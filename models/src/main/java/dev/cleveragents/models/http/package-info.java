/**
 * The transport below langchain4j: one exchange at a time, on the thread that asks.
 *
 * <ul>
 *   <li>A cancelled token, a silent stream and a body over the bounds each close the connection.
 *   <li>No thread is started but those of the shared client of the JDK, which its owner closes.
 * </ul>
 */
@NullMarked
package dev.cleveragents.models.http;

import org.jspecify.annotations.NullMarked;
