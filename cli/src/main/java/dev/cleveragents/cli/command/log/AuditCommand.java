package dev.cleveragents.cli.command.log;

import picocli.CommandLine.Command;

/** The group {@code agents audit}. */
@Command(
    name = "audit",
    description = "What happened, in a log that shows every edit: log, verify, export.")
final class AuditCommand {}
