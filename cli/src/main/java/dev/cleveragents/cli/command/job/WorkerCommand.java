package dev.cleveragents.cli.command.job;

import picocli.CommandLine.Command;

/** The group {@code agents worker}. */
@Command(name = "worker", description = "Workers that run jobs: run one, or see how they do.")
final class WorkerCommand {}
