package dev.cleveragents.cli.command.project;

import picocli.CommandLine.Command;

/** The group {@code agents project}. */
@Command(name = "project", description = "Projects: create, list, show, link, unlink, delete.")
final class ProjectCommand {}
