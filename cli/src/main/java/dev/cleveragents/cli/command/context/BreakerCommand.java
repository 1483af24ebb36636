package dev.cleveragents.cli.command.context;

import picocli.CommandLine.Command;

/** The group {@code agents breaker}. */
@Command(
    name = "breaker",
    description = "The circuits that keep failing strategies from being asked: list, reset.")
final class BreakerCommand {}
