/**
 * The commands, one class each, and how the arguments of the process find theirs. A command says
 * what it takes in picocli's annotations, does its work, and returns a result; it prints nothing.
 * To add one: write the class and name it in {@link dev.cleveragents.cli.command.CommandTree}.
 */
@NullMarked
package dev.cleveragents.cli.command;

import org.jspecify.annotations.NullMarked;
