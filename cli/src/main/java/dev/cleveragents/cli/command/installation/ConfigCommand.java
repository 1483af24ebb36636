package dev.cleveragents.cli.command.installation;

import picocli.CommandLine.Command;

/** The group {@code agents config}. */
@Command(name = "config", description = "Show and change settings.")
final class ConfigCommand {}
