/**
 * Real processes on real databases, and everything that can happen to them. {@code CrashTest} runs
 * it; {@code InjectedFault} are the things that happen; {@code CrashVerdict} says what must hold
 * afterwards.
 */
@NullMarked
package dev.cleveragents.store.crash;

import org.jspecify.annotations.NullMarked;
