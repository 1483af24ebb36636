/**
 * Finds text in a project. A {@link dev.cleveragents.context.index.tree.SourceTree} says what there
 * is; {@link dev.cleveragents.context.index.ProjectIndex} keeps it on disk, one tree at a time; an
 * {@link dev.cleveragents.context.index.IndexSnapshot} answers, always for one whole tree, also
 * while the index is being brought up to another one.
 *
 * <p>Answers depend on the content of the tree alone, not on how the index was built: an index that
 * was updated a hundred times, one that was made new and one that is another with an overlay give
 * the same answers with the same scores.
 */
@NullMarked
package dev.cleveragents.context.index;

import org.jspecify.annotations.NullMarked;
