/**
 * What every command has: the interface, its surroundings, and the words of its arguments. The
 * commands themselves are in the packages below, one for each subject. A command says what it takes
 * in picocli's annotations, does its work, and returns a result; it prints nothing. To add one:
 * write the class and name it in its package's {@code …Commands}.
 */
@NullMarked
package dev.cleveragents.cli.command;

import org.jspecify.annotations.NullMarked;
