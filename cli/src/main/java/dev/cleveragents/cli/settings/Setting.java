package dev.cleveragents.cli.settings;

/**
 * A value and where it comes from.
 *
 * @param source for people, for example {@code --format} or {@code default}
 */
public record Setting<T>(T value, String source) {}
