package dev.cleveragents.cli.rules.exhibit.attic;

/** In a module that is not in the table. */
public final class Unlisted {}
