/** Approvals: listing and answering them, and asking for one at the terminal. */
@NullMarked
package dev.cleveragents.cli.command.approval;

import org.jspecify.annotations.NullMarked;
