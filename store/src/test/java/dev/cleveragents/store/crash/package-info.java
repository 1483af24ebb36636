/**
 * Real processes on real databases, and everything that can happen to them. {@code CrashTest} runs
 * it; {@code Torment} are the things that happen; {@code Verdict} says what must hold afterwards.
 */
@NullMarked
package dev.cleveragents.store.crash;

import org.jspecify.annotations.NullMarked;
