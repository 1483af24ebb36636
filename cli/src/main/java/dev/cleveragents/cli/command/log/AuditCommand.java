package dev.cleveragents.cli.command.log;

import picocli.CommandLine.Command;

/** The group {@code agents audit}. */
@Command(name = "audit", description = "Show, verify and export the audit log.")
final class AuditCommand {}
