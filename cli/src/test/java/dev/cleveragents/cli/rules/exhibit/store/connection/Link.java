package dev.cleveragents.cli.rules.exhibit.store.connection;

/** A connection, which only the store may use. */
public record Link() {}
