package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.ChangeEntry;
import dev.cleveragents.engine.change.Changeset;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.engine.change.NetChanges;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the steps of a plan have recorded about one resource, step by step, and whether files are
 * what one of the steps left. Compares what stands at the paths, not how it came there.
 */
final class Recorded {

  private final List<List<Change>> afterEachStep;

  /**
   * @param afterEachStep what the steps up to each one come to
   */
  Recorded(List<List<Change>> afterEachStep) {
    this.afterEachStep = List.copyOf(afterEachStep);
  }

  /** After each step that is done, and after each that failed and was kept all the same. */
  static Recorded of(Changesets changesets, SandboxRecord sandbox) {
    String resource = sandbox.resource().toString();
    List<List<Change>> states = new ArrayList<>();
    for (Changeset changeset : changesets.of(sandbox.plan())) {
      List<ChangeEntry> entries = new ArrayList<>();
      switch (changeset.status()) {
        case OPEN -> {}
        case COMPLETE -> entries.addAll(changesets.entries(sandbox.plan(), changeset.step()));
        case ABANDONED, ROLLED_BACK -> {
          entries.addAll(changesets.entries(sandbox.plan(), changeset.step() - 1));
          entries.addAll(changesets.entries(changeset.id()));
        }
      }
      states.add(
          NetChanges.of(
              entries.stream()
                  .map(ChangeEntry::change)
                  .filter(change -> change.resource().equals(resource))
                  .toList()));
    }
    return new Recorded(states);
  }

  /** The step after which the files were so; nothing if they never were. 0 is before the first. */
  Optional<Integer> stepWith(List<Change> changes) {
    Map<String, Optional<FileState>> wanted = ends(changes);
    if (wanted.isEmpty()) {
      return Optional.of(0);
    }
    for (int step = afterEachStep.size(); step > 0; step--) {
      if (ends(afterEachStep.get(step - 1)).equals(wanted)) {
        return Optional.of(step);
      }
    }
    return Optional.empty();
  }

  /** The paths at which something stands that no step has left there. */
  List<String> unknown(List<Change> changes) {
    Map<String, Optional<FileState>> now = ends(changes);
    for (List<Change> step : afterEachStep) {
      ends(step).forEach(now::remove);
    }
    return List.copyOf(now.keySet());
  }

  /** What stands at every path that was touched. */
  private static Map<String, Optional<FileState>> ends(List<Change> changes) {
    Map<String, Optional<FileState>> ends = new TreeMap<>();
    for (Change change : changes) {
      String from = change.movedFrom();
      if (from != null) {
        ends.putIfAbsent(from, Optional.empty());
      }
    }
    for (Change change : changes) {
      ends.put(change.path(), Optional.ofNullable(change.after()));
    }
    return ends;
  }
}
