package dev.cleveragents.cli.command.context;

import picocli.CommandLine.Command;

/** The group {@code agents index}. */
@Command(name = "index", description = "The index of this project: status, rebuild, clear, watch.")
final class IndexCommand {}
