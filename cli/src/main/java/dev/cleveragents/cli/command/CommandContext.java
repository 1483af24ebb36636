package dev.cleveragents.cli.command;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.kernel.cancel.CancellationToken;

/**
 * What a command works with.
 *
 * @param interrupt cancelled when the person or the system asks the process to stop
 * @param dialogue with the person, while the command runs
 */
public record CommandContext(
    Settings settings, Environment environment, CancellationToken interrupt, Dialogue dialogue) {}
