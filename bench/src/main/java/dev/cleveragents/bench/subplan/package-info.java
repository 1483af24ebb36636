/** Measures plans that are split into subplans: time saved, overhead, and time to cancel. */
@NullMarked
package dev.cleveragents.bench.subplan;

import org.jspecify.annotations.NullMarked;
