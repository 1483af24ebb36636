package dev.cleveragents.engine.recovery;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changeset;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.NetChanges;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The recorded changes of a plan's steps to one resource, step by step, and whether files are what
 * one of the steps left. Compares the files at the paths, not how they got there.
 */
final class RecordedSteps {

  private final List<List<Change>> afterEachStep;

  /**
   * @param afterEachStep the net changes of the steps up to each one
   */
  RecordedSteps(List<List<Change>> afterEachStep) {
    this.afterEachStep = List.copyOf(afterEachStep);
  }

  /** The states after each step that is done, and after each that failed and was kept. */
  static RecordedSteps of(Changesets changesets, SandboxRecord sandbox) {
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
    return new RecordedSteps(states);
  }

  /** The step after which the files had these changes: 0 for no changes, empty if none did. */
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

  /** The paths whose state no step has left. */
  List<String> unknown(List<Change> changes) {
    Map<String, Optional<FileState>> now = ends(changes);
    for (List<Change> step : afterEachStep) {
      ends(step).forEach(now::remove);
    }
    return List.copyOf(now.keySet());
  }

  /** The state at every path that was touched. */
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
