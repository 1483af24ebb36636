/**
 * The parts that all commands share: their interface, their context, and the converters of their
 * arguments. The commands are in the packages below, one per subject. A command declares its
 * arguments in picocli's annotations, does its work, and returns a result; it prints nothing. To
 * add one: write the class and name it in its package's {@code …Commands}.
 */
@NullMarked
package dev.cleveragents.cli.command;

import org.jspecify.annotations.NullMarked;
