/**
 * The Lucene side of the index: its fields and tokens, commits and what they say of themselves, the
 * folder, and a cache of what was read. Invariant: scores depend on living documents alone, and the
 * cache holds only what Lucene never changes.
 */
@NullMarked
package dev.cleveragents.context.index.lucene;

import org.jspecify.annotations.NullMarked;
