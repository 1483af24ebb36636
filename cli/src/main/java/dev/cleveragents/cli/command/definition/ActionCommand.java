package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents action}. */
@Command(
    name = "action",
    description = "Templates for plans: create, list, show, archive, validate.")
final class ActionCommand {}
