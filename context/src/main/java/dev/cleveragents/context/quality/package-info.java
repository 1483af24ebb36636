/**
 * How good retrieval is, in figures: recall, ranks, intervals, and weights that are kept only if
 * cases they were not fitted on say that they help. Pure arithmetic: it knows rankings, not how
 * they came about.
 */
@NullMarked
package dev.cleveragents.context.quality;

import org.jspecify.annotations.NullMarked;
