package dev.cleveragents.cli.rules.exhibit.kernel.job;

/** Used from below and from above. */
public final class Thing {}
