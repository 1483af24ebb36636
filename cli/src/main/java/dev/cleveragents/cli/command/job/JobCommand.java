package dev.cleveragents.cli.command.job;

import picocli.CommandLine.Command;

/** The group {@code agents job}. */
@Command(name = "job", description = "Add, list, show, cancel, retry and purge jobs.")
final class JobCommand {}
