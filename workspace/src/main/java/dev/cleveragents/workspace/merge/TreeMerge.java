package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.Git;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One merge of two trees as {@code git merge-tree --stdin --messages} prints it.
 *
 * @param tree the merged tree, with markers and moved files where there are conflicts
 * @param clashes what did not go together, by path
 * @param moved paths that only git's tree has: it moved a file aside and named it after a side
 */
record TreeMerge(String tree, NavigableMap<String, Clash> clashes, Set<String> moved) {

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final String FILE_OR_DIRECTORY = "CONFLICT (file/directory)";
  private static final String TYPES = "CONFLICT (distinct modes)";
  private static final String BINARY = "CONFLICT (binary)";
  private static final String SUGGESTED = "CONFLICT (directory rename suggested)";

  /**
   * A path that did not go together.
   *
   * @param stages 1 for the base, 2 and 3 for the sides; what is missing was not there
   * @param withDirectory whether one of the versions is a directory, which the stages leave out
   * @param related the other paths of the same rename
   */
  record Clash(
      Conflict.Kind kind,
      Map<Integer, FileVersion> stages,
      boolean withDirectory,
      boolean isSuggestion,
      Set<String> related) {

    FileVersion stage(int number) {
      return stages.getOrDefault(number, FileVersion.NONE);
    }
  }

  /** Reads any number of merges. */
  static List<TreeMerge> read(byte[] output) {
    List<TreeMerge> all = new ArrayList<>();
    Iterator<String> items = Git.split(output).iterator();
    while (items.hasNext()) {
      items.next(); // whether it is clean, which the stages say too
      all.add(new Reader(items.next()).read(items));
    }
    return all;
  }

  private record Message(List<String> paths, String type) {}

  private static final class Reader {

    private final String tree;
    private final NavigableMap<String, Map<Integer, FileVersion>> stages = new TreeMap<>();
    private final List<Message> messages = new ArrayList<>();
    private final Map<String, String> originals = new HashMap<>();

    Reader(String tree) {
      this.tree = tree;
    }

    TreeMerge read(Iterator<String> items) {
      readStages(items);
      readMessages(items);
      messages.forEach(this::noteMoved);
      NavigableMap<String, Map<Integer, FileVersion>> byOriginal = new TreeMap<>();
      stages.forEach(
          (path, versions) ->
              byOriginal
                  .computeIfAbsent(originals.getOrDefault(path, path), _ -> new TreeMap<>())
                  .putAll(versions));
      NavigableMap<String, Clash> clashes = new TreeMap<>();
      byOriginal.forEach((path, versions) -> clashes.put(path, clash(path, versions, byOriginal)));
      return new TreeMerge(tree, clashes, Set.copyOf(originals.keySet()));
    }

    /** {@code <mode> <object> <stage><tab><path>} each, until an empty one. */
    private void readStages(Iterator<String> items) {
      for (String item = items.next(); !item.isEmpty(); item = items.next()) {
        int tab = item.indexOf('\t');
        String[] facts = item.substring(0, tab).split(" ", -1);
        stages
            .computeIfAbsent(item.substring(tab + 1), _ -> new TreeMap<>())
            .put(Integer.valueOf(facts[2]), new FileVersion(facts[0], facts[1]));
      }
    }

    /**
     * A number of paths, these, the type of what happened to them, a text; until an empty item, or
     * one with advice about submodules, which git puts there.
     */
    private void readMessages(Iterator<String> items) {
      for (String count = items.next(); NUMBER.matcher(count).matches(); count = items.next()) {
        List<String> paths = new ArrayList<>();
        for (int i = Integer.parseInt(count); i > 0; i--) {
          paths.add(items.next());
        }
        messages.add(new Message(paths, items.next()));
        items.next();
      }
    }

    /** Git moves {@code a} to {@code a~<side>} where both cannot be. */
    private void noteMoved(Message message) {
      if (message.type().equals(FILE_OR_DIRECTORY) || message.type().equals(TYPES)) {
        for (String path : message.paths()) {
          for (String other : message.paths()) {
            if (other.startsWith(path + "~")) {
              originals.put(other, path);
            }
          }
        }
      }
    }

    private Clash clash(
        String path, Map<Integer, FileVersion> versions, NavigableMap<String, ?> inConflict) {
      Set<String> types = new HashSet<>();
      Set<String> related = new HashSet<>();
      for (Message message : messages) {
        List<String> paths =
            message.paths().stream().map(it -> originals.getOrDefault(it, it)).toList();
        if (message.type().startsWith("CONFLICT") && paths.contains(path)) {
          types.add(message.type());
          if (message.type().contains("rename")) {
            related.addAll(paths);
          }
        }
      }
      related.remove(path);
      related.retainAll(inConflict.keySet());
      return new Clash(
          kind(types, versions),
          Map.copyOf(versions),
          types.contains(FILE_OR_DIRECTORY),
          types.contains(SUGGESTED),
          Set.copyOf(related));
    }

    private static Conflict.Kind kind(Set<String> types, Map<Integer, FileVersion> versions) {
      if (types.stream().anyMatch(type -> type.contains("rename"))) {
        return Conflict.Kind.RENAME;
      }
      if (types.contains(FILE_OR_DIRECTORY)) {
        return Conflict.Kind.ADD_ADD;
      }
      if (types.contains(TYPES)) {
        return Conflict.Kind.MODE;
      }
      boolean submodule =
          versions.values().stream().anyMatch(it -> it.mode().equals(FileVersion.SUBMODULE));
      if (types.contains(BINARY) || submodule) {
        return Conflict.Kind.BINARY;
      }
      if (!versions.containsKey(2) || !versions.containsKey(3)) {
        return Conflict.Kind.DELETE_MODIFY;
      }
      return versions.containsKey(1) ? Conflict.Kind.CONTENT : Conflict.Kind.ADD_ADD;
    }
  }
}
