package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents action}. */
@Command(
    name = "action",
    description = "Create, list, show, archive and validate actions (templates for plans).")
final class ActionCommand {}
