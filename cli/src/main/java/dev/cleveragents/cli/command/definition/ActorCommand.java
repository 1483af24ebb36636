package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents actor}. */
@Command(name = "actor", description = "Who does the work: add, list, show, try, remove, validate.")
final class ActorCommand {}
