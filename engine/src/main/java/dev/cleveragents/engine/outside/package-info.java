/**
 * Coding agents that are programs of their own: readers of what they print.
 *
 * <ul>
 *   <li>A line that a reader does not know is passed over; no output is an error.
 *   <li>What a program reports about its cost is data: it can raise what a plan has spent, never
 *       lower it.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.outside;

import org.jspecify.annotations.NullMarked;
