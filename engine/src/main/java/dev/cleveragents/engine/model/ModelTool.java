package dev.cleveragents.engine.model;

/**
 * A tool that a model may call.
 *
 * @param schema of its arguments, as a JSON Schema object
 */
public record ModelTool(String name, String description, String schema) {}
