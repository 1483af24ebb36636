package dev.cleveragents.cli.command.context;

import picocli.CommandLine.Command;

/** The group {@code agents context}. */
@Command(
    name = "context",
    description = "Inspect, simulate and search the context that agents get.")
final class ContextCommand {}
