package dev.cleveragents.cli.command.log;

import picocli.CommandLine.Command;

/** The group {@code agents events}. */
@Command(name = "events", description = "Follow events.")
final class EventsCommand {}
