package dev.cleveragents.cli.command.sandbox;

import picocli.CommandLine.Command;

/** The group {@code agents sandbox}. */
@Command(
    name = "sandbox",
    description =
        "List, show, export and remove sandboxes (the private copies that plans work in).")
final class SandboxCommand {}
