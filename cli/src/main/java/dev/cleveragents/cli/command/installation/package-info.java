/** The installation: its version, settings, health and backups. */
@NullMarked
package dev.cleveragents.cli.command.installation;

import org.jspecify.annotations.NullMarked;
