package dev.cleveragents.cli.command.context;

import picocli.CommandLine.Command;

/** The group {@code agents context}. */
@Command(
    name = "context",
    description = "What an agent would get to see of this project: inspect, simulate, search.")
final class ContextCommand {}
