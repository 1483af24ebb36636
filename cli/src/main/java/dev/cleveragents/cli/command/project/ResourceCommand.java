package dev.cleveragents.cli.command.project;

import picocli.CommandLine.Command;

/** The group {@code agents resource}. */
@Command(name = "resource", description = "What plans may work on: add, list, show, remove.")
final class ResourceCommand {}
