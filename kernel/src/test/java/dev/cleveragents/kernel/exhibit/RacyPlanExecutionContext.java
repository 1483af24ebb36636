package dev.cleveragents.kernel.exhibit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Exhibit: the execution context of report 7120 as it was. Starting a changeset appends its id to a
 * list; recording a change takes the last id of that list, whoever put it there. Never use it. Ours
 * comes with plans, and so this moves there.
 */
final class RacyPlanExecutionContext {

  private final Map<Integer, List<String>> changesets = new ConcurrentHashMap<>();
  private final List<Integer> activeChangesetIds = new ArrayList<>();

  int startChangeset() {
    int id = changesets.size() + 1;
    while (changesets.putIfAbsent(id, new ArrayList<>()) != null) {
      id++;
    }
    activeChangesetIds.add(id);
    return id;
  }

  void recordChange(String entry) {
    if (activeChangesetIds.isEmpty()) {
      throw new IllegalStateException("No active changeset. Call startChangeset() first.");
    }
    int id = activeChangesetIds.get(activeChangesetIds.size() - 1);
    changesets.getOrDefault(id, new ArrayList<>()).add(entry);
  }

  List<String> entriesOf(int changeset) {
    return List.copyOf(changesets.getOrDefault(changeset, List.of()));
  }
}
