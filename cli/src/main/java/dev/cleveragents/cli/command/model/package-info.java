/** The commands about language models, their prompts and their cost. */
@NullMarked
package dev.cleveragents.cli.command.model;

import org.jspecify.annotations.NullMarked;
