/** {@code agents demo}: a whole plan on a sample project, with a worker that is killed. */
@NullMarked
package dev.cleveragents.cli.command.demo;

import org.jspecify.annotations.NullMarked;
