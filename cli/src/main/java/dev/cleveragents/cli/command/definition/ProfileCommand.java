package dev.cleveragents.cli.command.definition;

import picocli.CommandLine.Command;

/** The group {@code agents profile}. */
@Command(
    name = "profile",
    description = "List, show, add, remove and validate automation profiles (when plans ask).")
final class ProfileCommand {}
