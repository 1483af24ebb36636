package dev.cleveragents.engine.model;

/**
 * A call of a tool that a model asks for. Nothing in it is checked.
 *
 * @param id by which the answer names it; unique within its reply
 * @param arguments exactly one JSON object
 */
public record ModelToolCall(String id, String tool, String arguments) {}
