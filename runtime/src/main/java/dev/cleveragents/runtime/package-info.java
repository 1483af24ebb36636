/**
 * The parts wired into one system: {@link dev.cleveragents.runtime.CleverAgents} opens them in
 * order and closes them in reverse; {@link dev.cleveragents.runtime.Jobs} serves queries about
 * jobs. Also the built-in type of job, which runs a shell command. Knows nothing of command lines
 * and of HTTP.
 */
@NullMarked
package dev.cleveragents.runtime;

import org.jspecify.annotations.NullMarked;
