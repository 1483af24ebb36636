/**
 * Has changed files parsed for an index or an overlay, also by a parser that may be late.
 * Invariant: which files of an overlay are parsed depends on the overlay alone.
 */
@NullMarked
package dev.cleveragents.context.index.parse;

import org.jspecify.annotations.NullMarked;
