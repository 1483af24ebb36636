/**
 * What version control remembers: {@link dev.cleveragents.context.history.ProjectHistory} reads and
 * keeps the commits behind a tree, {@link dev.cleveragents.context.history.HistoryView} answers
 * from them. Nothing here ever looks at a commit that the one asked about does not build on.
 */
@NullMarked
package dev.cleveragents.context.history;

import org.jspecify.annotations.NullMarked;
