package dev.cleveragents.cli.rules.exhibit.store;

import dev.cleveragents.cli.rules.exhibit.store.connection.Link;

/** Uses its own connection. */
record Connects(Link link) {}
