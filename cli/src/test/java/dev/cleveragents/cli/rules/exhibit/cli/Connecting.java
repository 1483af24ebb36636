package dev.cleveragents.cli.rules.exhibit.cli;

import dev.cleveragents.cli.rules.exhibit.store.connection.Link;

/** Uses a connection of the store. */
record Connecting(Link link) {}
