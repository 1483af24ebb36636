package dev.cleveragents.cli.command.job;

import picocli.CommandLine.Command;

/** The group {@code agents worker}. */
@Command(name = "worker", description = "Run a worker, or show the status of all workers.")
final class WorkerCommand {}
