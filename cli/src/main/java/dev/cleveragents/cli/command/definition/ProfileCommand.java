package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents profile}. */
@Command(
    name = "profile",
    description = "How far plans go without asking: list, show, add, remove, validate.")
final class ProfileCommand {}
