/**
 * Where the parts become one system: {@link dev.cleveragents.runtime.CleverAgents} opens them in
 * order and closes them in reverse, and {@link dev.cleveragents.runtime.Jobs} is what every door
 * asks about jobs. Also the built-in type of job, which runs a shell command. Looks at store, exec
 * and kernel; knows nothing of command lines and of HTTP.
 */
@NullMarked
package dev.cleveragents.runtime;

import org.jspecify.annotations.NullMarked;
