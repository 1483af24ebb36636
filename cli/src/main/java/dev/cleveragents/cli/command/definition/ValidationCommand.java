package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents validation}. */
@Command(
    name = "validation",
    description = "Checks that plans must pass: add, list, show, remove, validate.")
final class ValidationCommand {}
