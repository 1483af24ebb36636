package dev.cleveragents.engine.tool;

import java.time.Duration;

/**
 * How a check came out.
 *
 * @param tree the files it ran on
 * @param message in one line why it passed or failed
 */
public record CheckResult(
    String name,
    boolean required,
    String tree,
    boolean passed,
    String message,
    String output,
    Duration took) {}
