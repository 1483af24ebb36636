package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.tree.FolderTree;
import dev.cleveragents.context.index.tree.SourceTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexReader;

/**
 * What must be done so that the index holds a tree.
 *
 * @param tree the tree's id
 * @param write what is indexed again
 * @param remove what is taken out
 * @param present paths the index has something of; of others nothing need be deleted. Nothing if
 *     that was not looked at
 * @param listed everything in the tree, if it was listed
 */
record TreeChanges(
    String tree,
    List<SourceTree.Entry> write,
    List<String> remove,
    Optional<Set<String>> present,
    List<SourceTree.Entry> listed) {

  /** What the index has of a path. */
  private record Known(String hash, Optional<SkipReason> skip) {}

  /** By what has changed since the index held another tree under the same rules. */
  static TreeChanges of(String tree, SourceTree.Difference difference) {
    return new TreeChanges(
        tree, difference.there(), difference.gone(), Optional.empty(), List.of());
  }

  /**
   * By comparing everything in the tree with everything in the index, whatever state an unfinished
   * update has left it in, and whatever rules it was made under.
   */
  static TreeChanges of(SourceTree.Listing listing, IndexRules rules, IndexReader index)
      throws IOException {
    Map<String, Known> known = known(index);
    Set<String> present = Set.copyOf(known.keySet());
    List<SourceTree.Entry> write = new ArrayList<>();
    for (SourceTree.Entry entry : listing.entries()) {
      Known had = known.remove(entry.path());
      if (had == null || !had.hash().equals(entry.hash()) || isJudgedAnew(entry, had, rules)) {
        write.add(entry);
      }
    }
    List<String> remove = new ArrayList<>(known.keySet());
    remove.sort(null);
    return new TreeChanges(listing.id(), write, remove, Optional.of(present), listing.entries());
  }

  boolean isEmpty() {
    return write.isEmpty() && remove.isEmpty();
  }

  /** The id of the tree if some files had another content when they were read. */
  String treeWith(Map<String, String> hashes) {
    return hashes.isEmpty()
        ? tree
        : FolderTree.idOf(
            listed.stream()
                .map(
                    entry ->
                        new SourceTree.Entry(
                            entry.path(),
                            hashes.getOrDefault(entry.path(), entry.hash()),
                            entry.size(),
                            entry.kind()))
                .toList());
  }

  boolean mayHave(String path) {
    return present.map(paths -> paths.contains(path)).orElse(true);
  }

  /** Whether the same content is taken now and was not, or the other way round. */
  private static boolean isJudgedAnew(SourceTree.Entry entry, Known had, IndexRules rules) {
    Optional<SkipReason> refusal = IndexFilter.refusal(entry, rules);
    return refusal.isPresent()
        ? !had.skip().equals(refusal)
        : had.skip()
            .filter(why -> why != SkipReason.BINARY && why != SkipReason.NOT_TEXT)
            .isPresent();
  }

  private static Map<String, Known> known(IndexReader index) throws IOException {
    Map<String, Known> known = new HashMap<>();
    FileDocuments files = new FileDocuments(index, new IndexCache(0));
    files.eachWith(
        IndexFields.HASH,
        (leaf, document) -> {
          String hash = FileDocuments.hash(leaf, document);
          known.put(FileDocuments.path(leaf, document), new Known(hash, Optional.empty()));
          return true;
        });
    for (SkipReason skip : SkipReason.values()) {
      for (String path : files.paths(FileDocuments.skipped(skip))) {
        known.computeIfPresent(path, (key, was) -> new Known(was.hash(), Optional.of(skip)));
      }
    }
    return known;
  }
}
