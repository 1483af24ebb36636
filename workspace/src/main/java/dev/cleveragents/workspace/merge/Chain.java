package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.merge.Provenance.Step;
import dev.cleveragents.workspace.merge.TreeMerge.Clash;
import dev.cleveragents.workspace.merge.WriteSet.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The merge of children that overlap, one after another: what they have made of the base so far, as
 * paths and their versions, and the conflicts on the way. A path in conflict is held at one
 * version; later children that change it become further sides.
 *
 * <p>Not for use by several threads.
 */
final class Chain {

  private final boolean lastWins;

  /** What the children have changed so far, compared with the base of the merge. */
  private NavigableMap<String, Entry> changes = new TreeMap<>();

  private final NavigableMap<String, List<Step>> steps = new TreeMap<>();
  private final NavigableMap<String, Conflict> held = new TreeMap<>();
  private final List<Conflict> overridden = new ArrayList<>();
  private final List<String> merged = new ArrayList<>();

  /** Looks up what a tree has at a path, directories included. */
  interface Lookup {
    FileVersion at(String tree, String path) throws InterruptedException;
  }

  /**
   * The next child of a chain, merged by git.
   *
   * @param ours the tree so far
   * @param merge what git made of it and the child
   * @param raw git's tree compared with the base of the merge
   * @param own what the child changed
   */
  record Turn(
      String base, String ours, ChildResult child, TreeMerge merge, WriteSet raw, WriteSet own) {}

  Chain(boolean lastWins) {
    this.lastWins = lastWins;
  }

  NavigableMap<String, Entry> changes() {
    return changes;
  }

  NavigableMap<String, List<Step>> steps() {
    return steps;
  }

  List<Conflict> conflicts() {
    return List.copyOf(held.values());
  }

  List<Conflict> overridden() {
    return overridden;
  }

  /** The versions that lead from the base to what there is so far. */
  NavigableMap<String, FileVersion> versions() {
    NavigableMap<String, FileVersion> versions = new TreeMap<>();
    changes.forEach((path, entry) -> versions.put(path, entry.after()));
    return versions;
  }

  /** Begins with a child that needs no merge. */
  void begin(ChildResult child, WriteSet own) {
    record(child, new TreeMap<>(own.changes()));
  }

  /**
   * Takes the next child in.
   *
   * @return whether the tree that git made is the tree so far
   */
  boolean take(Turn turn, Lookup lookup) throws InterruptedException {
    NavigableMap<String, Entry> now = new TreeMap<>(turn.raw().changes());
    turn.merge().moved().forEach(now::remove);
    for (String path : List.copyOf(held.keySet())) {
      joinConflict(path, turn, now, lookup);
    }
    for (String path : turn.merge().clashes().keySet()) {
      if (!held.containsKey(path)) {
        clash(path, turn, now, lookup);
      }
    }
    boolean same = now.equals(turn.raw().changes());
    record(turn.child(), now);
    return same;
  }

  private void record(ChildResult child, NavigableMap<String, Entry> now) {
    Set<String> paths = new TreeSet<>(changes.keySet());
    paths.addAll(now.keySet());
    for (String path : paths) {
      Entry was = changes.get(path);
      Entry is = now.get(path);
      FileVersion before = was == null ? Objects.requireNonNull(is).before() : was.after();
      FileVersion after = is == null ? Objects.requireNonNull(was).before() : is.after();
      if (!before.equals(after) && !isHeld(path)) {
        steps
            .computeIfAbsent(path, _ -> new ArrayList<>())
            .add(new Step(List.of(child.child()), after));
      }
    }
    changes = now;
    merged.add(child.child());
  }

  private boolean isHeld(String path) {
    return held.containsKey(path)
        || held.keySet().stream().anyMatch(above -> path.startsWith(above + "/"));
  }

  /** A path that is held already: a child that changed it becomes a side, and it stays held. */
  private void joinConflict(String path, Turn turn, NavigableMap<String, Entry> now, Lookup lookup)
      throws InterruptedException {
    NavigableMap<String, Entry> before = atAndBelow(changes, path);
    Clash again = turn.merge().clashes().get(path);
    if (again == null && atAndBelow(now, path).equals(before)) {
      return;
    }
    FileVersion version =
        again != null && !again.withDirectory()
            ? again.stage(3)
            : lookup.at(again == null ? turn.merge().tree() : turn.child().tree(), path);
    held.computeIfPresent(path, (_, conflict) -> withSide(conflict, turn.child(), version));
    WriteSet.removeAtAndBelow(now, path);
    now.putAll(before);
  }

  private static NavigableMap<String, Entry> atAndBelow(
      NavigableMap<String, Entry> changes, String path) {
    NavigableMap<String, Entry> part = new TreeMap<>(WriteSet.below(changes, path));
    Entry entry = changes.get(path);
    if (entry != null) {
      part.put(path, entry);
    }
    return part;
  }

  private static Conflict withSide(Conflict conflict, ChildResult child, FileVersion version) {
    List<Conflict.Side> sides = new ArrayList<>(conflict.sides());
    for (int i = 0; i < sides.size(); i++) {
      if (sides.get(i).version().equals(version)) {
        List<String> children = new ArrayList<>(sides.get(i).children());
        children.add(child.child());
        sides.set(i, new Conflict.Side(children, version));
        return withSides(conflict, sides);
      }
    }
    sides.add(new Conflict.Side(List.of(child.child()), version));
    return withSides(conflict, sides);
  }

  private static Conflict withSides(Conflict conflict, List<Conflict.Side> sides) {
    return new Conflict(
        conflict.path(),
        conflict.kind(),
        conflict.base(),
        sides,
        conflict.related(),
        conflict.hunks());
  }

  private void clash(String path, Turn turn, NavigableMap<String, Entry> now, Lookup lookup)
      throws InterruptedException {
    Clash clash = Objects.requireNonNull(turn.merge().clashes().get(path));
    boolean directory = clash.withDirectory();
    FileVersion base = directory ? lookup.at(turn.base(), path) : clash.stage(1);
    FileVersion ours = directory ? lookup.at(turn.ours(), path) : clash.stage(2);
    FileVersion theirs = directory ? lookup.at(turn.child().tree(), path) : clash.stage(3);
    Conflict conflict =
        new Conflict(
            path,
            clash.kind(),
            base,
            List.of(
                new Conflict.Side(makers(path, clash), ours),
                new Conflict.Side(List.of(turn.child().child()), theirs)),
            clash.related().stream().sorted().toList(),
            List.of());
    Entry made = now.get(path);
    WriteSet.removeAtAndBelow(now, path);
    if (!lastWins) {
      held.put(path, conflict);
      WriteSet.removeAtAndBelow(steps, path);
      // The version of a renamed file is not in the base's tree under this name.
      if (made != null && !made.before().isThere() && base.isThere()) {
        now.put(path, new Entry(FileVersion.NONE, base));
        steps.put(path, List.of(new Step(conflict.sides().getFirst().children(), base)));
      }
      return;
    }
    overridden.add(conflict);
    if (!clash.isSuggestion()) {
      WriteSet.removeAtAndBelow(steps, path);
    }
    if (directory && theirs.isDirectory()) {
      now.putAll(atAndBelow(turn.own().changes(), path));
      return;
    }
    FileVersion wins = clash.isSuggestion() && !theirs.isThere() ? ours : theirs;
    FileVersion before = made == null ? base : made.before();
    if (!before.equals(wins)) {
      now.put(path, new Entry(before, wins));
    }
  }

  /** Who made the first side of a conflict. */
  private List<String> makers(String path, Clash clash) {
    Set<String> makers = new LinkedHashSet<>();
    Set<String> paths = new LinkedHashSet<>(List.of(path));
    paths.addAll(clash.related());
    for (String each : paths) {
      steps.getOrDefault(each, List.of()).forEach(step -> makers.addAll(step.children()));
      WriteSet.below(steps, each)
          .values()
          .forEach(all -> all.forEach(step -> makers.addAll(step.children())));
    }
    // A rename shows in the path before it, which git does not name.
    return makers.isEmpty()
        ? List.copyOf(merged)
        : merged.stream().filter(makers::contains).toList();
  }
}
