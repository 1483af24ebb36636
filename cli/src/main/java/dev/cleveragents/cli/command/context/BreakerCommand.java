package dev.cleveragents.cli.command.context;

import picocli.CommandLine.Command;

/** The group {@code agents breaker}. */
@Command(
    name = "breaker",
    description = "List and reset the circuit breakers of context strategies.")
final class BreakerCommand {}
