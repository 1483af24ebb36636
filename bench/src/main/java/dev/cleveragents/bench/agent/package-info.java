/**
 * Measurements of the loop of an agent, beside other coding agents. The model is a server of this
 * process that answers from a script without any delay.
 */
@NullMarked
package dev.cleveragents.bench.agent;

import org.jspecify.annotations.NullMarked;
