package dev.cleveragents.engine.definition;

import org.jspecify.annotations.Nullable;

/**
 * An argument of an action.
 *
 * @param required whether a value must be given
 * @param defaultValue the value if none is given, in the form of {@link ArgumentType#read}; null
 *     means the empty text
 */
public record ActionArgument(
    String name,
    ArgumentType type,
    boolean required,
    @Nullable String defaultValue,
    String description) {}
