package dev.cleveragents.cli.command.project;

import picocli.CommandLine.Command;

/** The group {@code agents project}. */
@Command(name = "project", description = "Create, list, show, link, unlink and delete projects.")
final class ProjectCommand {}
