/** The tree of commands: parsing, help and completion. */
@NullMarked
package dev.cleveragents.cli.tree;

import org.jspecify.annotations.NullMarked;
