/**
 * Time as a port: a monotonic reading for every duration and decision, wall time only for people,
 * and alarms. Classes take time by constructor, so that tests and simulations can control it.
 */
@NullMarked
package dev.cleveragents.kernel.time;

import org.jspecify.annotations.NullMarked;
