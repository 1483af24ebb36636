package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.IndexCommit;

/**
 * What a Lucene commit says about itself.
 *
 * @param format how its documents were made
 * @param generation the number of the state that readers see; of an unfinished commit, of the one
 *     before it
 * @param origin the generation that the folder began with when it was last made new: segments of
 *     the same name are the same only if this is
 * @param tree the tree it holds, or is being brought up to; empty for none
 * @param rules the rules it was made under
 * @param complete whether it holds all of the tree and nothing else
 */
public record CommitData(
    int format, long generation, long origin, String tree, String rules, boolean complete) {

  /** Before anything was indexed. */
  public static final CommitData NONE = at(0);

  /** A folder that is made new, with this number as the last one that readers have seen. */
  public static CommitData at(long generation) {
    return new CommitData(IndexFields.FORMAT, generation, generation, "", "", true);
  }

  public static CommitData of(IndexCommit commit) throws IOException {
    Map<String, String> data = commit.getUserData();
    return new CommitData(
        Integer.parseInt(data.getOrDefault("format", "0")),
        Long.parseLong(data.getOrDefault("generation", "0")),
        Long.parseLong(data.getOrDefault("origin", "0")),
        data.getOrDefault("tree", ""),
        data.getOrDefault("rules", ""),
        Boolean.parseBoolean(data.getOrDefault("complete", "false")));
  }

  public Map<String, String> toMap() {
    return Map.of(
        "format", Integer.toString(format),
        "generation", Long.toString(generation),
        "origin", Long.toString(origin),
        "tree", tree,
        "rules", rules,
        "complete", Boolean.toString(complete));
  }

  /** The one that says a change to this tree has begun. */
  public CommitData begun(String newTree, String newRules) {
    return new CommitData(IndexFields.FORMAT, generation, origin, newTree, newRules, false);
  }

  /** The one that says this tree is there. */
  public CommitData published(String newTree, String newRules) {
    return new CommitData(IndexFields.FORMAT, generation + 1, origin, newTree, newRules, true);
  }

  public boolean isOfThisFormat() {
    return format == IndexFields.FORMAT;
  }
}
