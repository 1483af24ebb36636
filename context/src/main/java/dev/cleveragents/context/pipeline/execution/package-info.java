/**
 * Stage 3: runs the selected strategies in parallel, each in its own thread, behind its circuit and
 * with its deadline. Invariant: the thread of the request alone decides what counts of each call,
 * once; a strategy that hangs holds up neither the request nor the next one.
 */
@NullMarked
package dev.cleveragents.context.pipeline.execution;

import org.jspecify.annotations.NullMarked;
