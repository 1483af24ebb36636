package dev.cleveragents.workspace.merge;

/**
 * The result of one child.
 *
 * @param position the place of the child in its spawn, by which results are merged
 * @param child names the child; each result of a merge has a name of its own
 * @param base the commit or tree that the child started from. It differs from the base of the merge
 *     if the child started from the merged results of others
 * @param tree the commit or tree that the child made of it
 */
public record ChildResult(int position, String child, String base, String tree) {}
