package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents validation}. */
@Command(
    name = "validation",
    description = "Add, list, show, remove and validate checks that plans must pass.")
final class ValidationCommand {}
