package dev.cleveragents.cli.command.project;

import picocli.CommandLine.Command;

/** The group {@code agents resource}. */
@Command(
    name = "resource",
    description = "Add, list, show and remove resources (what plans may work on).")
final class ResourceCommand {}
