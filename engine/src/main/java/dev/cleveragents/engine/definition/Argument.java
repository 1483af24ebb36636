package dev.cleveragents.engine.definition;

import org.jspecify.annotations.Nullable;

/**
 * An argument of an action.
 *
 * @param required whether a plan must be given a value
 * @param defaultValue what it is where none is given, in the form of {@link ArgumentType#read};
 *     null if it is the empty text then
 */
public record Argument(
    String name,
    ArgumentType type,
    boolean required,
    @Nullable String defaultValue,
    String description) {}
