/** Programs that use CleverAgents as a library. */
@NullMarked
package dev.cleveragents.examples;

import org.jspecify.annotations.NullMarked;
