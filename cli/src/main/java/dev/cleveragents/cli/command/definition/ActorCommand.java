package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents actor}. */
@Command(
    name = "actor",
    description = "Add, list, show, run, remove and validate actors (who does the work).")
final class ActorCommand {}
