package dev.cleveragents.cli.command.plan;

import picocli.CommandLine.Command;

/** The group {@code agents plan}. */
@Command(name = "plan", description = "Create, run, review and apply plans.")
final class PlanCommand {}
