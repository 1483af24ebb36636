/**
 * Time as a port: a monotonic reading for every duration and decision, wall time only for people,
 * and alarms. Whoever needs time gets it by constructor, so that tests and simulations drive it.
 */
@NullMarked
package dev.cleveragents.kernel.time;

import org.jspecify.annotations.NullMarked;
