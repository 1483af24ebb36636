package dev.cleveragents.cli.command.plan;

import picocli.CommandLine.Command;

/** The group {@code agents plan}. */
@Command(
    name = "plan",
    description = "Plans: use, execute, apply, status, list, watch, diff, and what else there is.")
final class PlanCommand {}
