package dev.cleveragents.cli.command.sandbox;

import picocli.CommandLine.Command;

/** The group {@code agents sandbox}. */
@Command(
    name = "sandbox",
    description = "The private copies that plans work in: list, show, export, remove.")
final class SandboxCommand {}
