/**
 * Recordings of exchanges with models, and a model that answers from one. A recording is a file of
 * JSON lines: the first names its version and the goal, each other is one exchange.
 */
@NullMarked
package dev.cleveragents.models.replay;

import org.jspecify.annotations.NullMarked;
