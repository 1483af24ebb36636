package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads which paths do not go together, and how, from what {@code git merge-tree -z} says. */
final class MergeConflicts {

  private static final Set<Integer> BOTH_CHANGED = Set.of(1, 2, 3);
  private static final Set<Integer> BOTH_ADDED = Set.of(2, 3);

  private final Map<String, Set<Integer>> stages = new TreeMap<>();
  private final Set<String> renamed = new HashSet<>();

  private MergeConflicts() {}

  static List<LocalConflict> read(Name resource, byte[] output) {
    MergeConflicts conflicts = new MergeConflicts();
    Iterator<String> parts = Git.split(output).iterator();
    parts.next(); // the tree with conflict markers, which is not used
    conflicts.readStages(parts);
    conflicts.readMessages(parts);
    List<LocalConflict> overlaps = new ArrayList<>();
    conflicts.stages.forEach(
        (path, there) ->
            overlaps.add(new LocalConflict(resource, path, conflicts.kind(path, there))));
    return overlaps;
  }

  /** {@code <mode> <object> <stage><tab><path>} each, until an empty one. */
  private void readStages(Iterator<String> parts) {
    while (parts.hasNext()) {
      String part = parts.next();
      if (part.isEmpty()) {
        return;
      }
      int tab = part.indexOf('\t');
      int stage = part.charAt(tab - 1) - '0';
      stages.computeIfAbsent(part.substring(tab + 1), _ -> new TreeSet<>()).add(stage);
    }
  }

  /** A number of paths, these, the type of what happened to them, a text; again and again. */
  private void readMessages(Iterator<String> parts) {
    while (parts.hasNext()) {
      String count = parts.next();
      if (count.isEmpty()) {
        continue;
      }
      List<String> paths = new ArrayList<>();
      for (int i = Integer.parseInt(count); i > 0; i--) {
        paths.add(parts.next());
      }
      String type = parts.next();
      parts.next();
      if (type.startsWith("CONFLICT") && type.contains("rename")) {
        renamed.addAll(paths);
      }
    }
  }

  private String kind(String path, Set<Integer> there) {
    if (renamed.contains(path)) {
      return "rename: the plan or the branch moved it, the other moved, deleted or replaced it";
    }
    if (there.equals(BOTH_CHANGED)) {
      return "content: the plan and the branch changed the same lines";
    }
    if (there.equals(BOTH_ADDED)) {
      return "add_add: the plan and the branch added it with different contents";
    }
    return there.contains(1)
        ? "delete_modify: the plan or the branch deleted it, the other changed it"
        : "add_add: the plan or the branch has a file there, the other a folder";
  }
}
