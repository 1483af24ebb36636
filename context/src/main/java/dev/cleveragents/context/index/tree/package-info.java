/**
 * What is to be indexed: the tree of a commit or a folder. Invariant: a content hash decides
 * whether a file has changed, never a time stamp; no link is followed.
 */
@NullMarked
package dev.cleveragents.context.index.tree;

import org.jspecify.annotations.NullMarked;
