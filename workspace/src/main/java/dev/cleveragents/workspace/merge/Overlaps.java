package dev.cleveragents.workspace.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Groups write sets that cannot be put into one tree path by path. Two are in one group if
 *
 * <ul>
 *   <li>they change a path differently, or the same way where one of them may have renamed it;
 *   <li>one has a file where the other has a directory;
 *   <li>one adds a file to a directory that the other may have renamed.
 * </ul>
 *
 * Everything else may be folded: git would merge it the same way.
 */
final class Overlaps {

  /**
   * The write set of one child.
   *
   * @param own what it changed
   * @param inherited what the children changed whose merged results it started from
   */
  record Footprint(WriteSet own, WriteSet inherited) {}

  private record Touch(int owner, FileVersion after, boolean own) {}

  private final int[] parents;

  private Overlaps(int count) {
    parents = new int[count];
    for (int i = 0; i < count; i++) {
      parents[i] = i;
    }
  }

  /** The groups, each with the indexes of its members in rising order. */
  static List<List<Integer>> groups(List<Footprint> footprints) {
    Overlaps overlaps = new Overlaps(footprints.size());
    Map<String, List<Touch>> touches = new HashMap<>();
    Map<String, List<Integer>> removed = new HashMap<>();
    for (int i = 0; i < footprints.size(); i++) {
      note(touches, i, footprints.get(i).own(), true);
      note(touches, i, footprints.get(i).inherited(), false);
      if (footprints.get(i).own().creates()) {
        for (String directory : footprints.get(i).own().removedDirectories()) {
          removed.computeIfAbsent(directory, _ -> new ArrayList<>()).add(i);
        }
      }
    }
    touches.forEach(
        (path, all) -> {
          if (!isOneEdit(all, footprints)) {
            all.forEach(touch -> overlaps.unite(all.getFirst().owner(), touch.owner()));
          }
          overlaps.directories(path, all, touches, removed);
        });
    return overlaps.members();
  }

  private static void note(Map<String, List<Touch>> touches, int owner, WriteSet set, boolean own) {
    set.changes()
        .forEach(
            (path, entry) ->
                touches
                    .computeIfAbsent(path, _ -> new ArrayList<>())
                    .add(new Touch(owner, entry.after(), own)));
  }

  /** A deletion may be half of a rename if its child also creates, and the other way round. */
  private static boolean isOneEdit(List<Touch> all, List<Footprint> footprints) {
    Touch first = all.getFirst();
    if (all.stream().anyMatch(touch -> !touch.after().equals(first.after()))) {
      return false;
    }
    List<WriteSet> own =
        all.stream().filter(Touch::own).map(touch -> footprints.get(touch.owner()).own()).toList();
    if (own.size() < 2) {
      return true;
    }
    return first.after().isThere()
        ? own.stream().noneMatch(WriteSet::deletes)
        : own.stream().noneMatch(WriteSet::creates);
  }

  private void directories(
      String path,
      List<Touch> all,
      Map<String, List<Touch>> touches,
      Map<String, List<Integer>> removed) {
    for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      String above = path.substring(0, slash);
      List<Touch> files = touches.getOrDefault(above, List.of());
      List<Integer> gone = removed.getOrDefault(above, List.of());
      for (Touch touch : all) {
        if (touch.after().isThere()) {
          files.stream()
              .filter(file -> file.after().isThere())
              .forEach(file -> unite(file.owner(), touch.owner()));
          gone.forEach(owner -> unite(owner, touch.owner()));
        }
      }
    }
  }

  private int root(int member) {
    int at = member;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  private void unite(int one, int other) {
    int a = root(one);
    int b = root(other);
    parents[Math.max(a, b)] = Math.min(a, b);
  }

  private List<List<Integer>> members() {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int i = 0; i < parents.length; i++) {
      groups.computeIfAbsent(root(i), _ -> new ArrayList<>()).add(i);
    }
    return List.copyOf(groups.values());
  }
}
