/**
 * Whether the files that a commit changed are found from its message and the tree before it, on any
 * local repository, per strategy, joined, and beside simple ways.
 */
@NullMarked
package dev.cleveragents.bench.retrieval;

import org.jspecify.annotations.NullMarked;
