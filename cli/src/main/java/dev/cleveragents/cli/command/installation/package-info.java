/** The installation itself: what it is, its settings, its health, its copies. */
@NullMarked
package dev.cleveragents.cli.command.installation;

import org.jspecify.annotations.NullMarked;
