/**
 * Measurements of the index and of assembly on source trees that are made up, from a seed, to any
 * size.
 */
@NullMarked
package dev.cleveragents.bench.context;

import org.jspecify.annotations.NullMarked;
