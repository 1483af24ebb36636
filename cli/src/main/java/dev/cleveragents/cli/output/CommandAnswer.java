package dev.cleveragents.cli.output;

import java.time.Duration;
import java.time.Instant;

/**
 * An outcome with the command and its times.
 *
 * @param command the command that was given, for example {@code plan list}; {@code agents} where
 *     none was understood
 */
public record CommandAnswer(String command, Outcome outcome, Instant started, Duration duration) {}
