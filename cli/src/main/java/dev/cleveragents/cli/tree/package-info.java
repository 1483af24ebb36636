/** How the arguments of the process find their command, and help, which needs to know them all. */
@NullMarked
package dev.cleveragents.cli.tree;

import org.jspecify.annotations.NullMarked;
