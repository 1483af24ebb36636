package dev.cleveragents.cli.command.house;

import picocli.CommandLine.Command;

/** The group {@code agents config}. */
@Command(name = "config", description = "Settings: get, set, list.")
final class ConfigCommand {}
