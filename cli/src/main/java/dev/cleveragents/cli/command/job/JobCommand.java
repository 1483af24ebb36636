package dev.cleveragents.cli.command.job;

import picocli.CommandLine.Command;

/** The group {@code agents job}. */
@Command(name = "job", description = "Jobs in the queue: add, list, show, cancel, retry, purge.")
final class JobCommand {}
