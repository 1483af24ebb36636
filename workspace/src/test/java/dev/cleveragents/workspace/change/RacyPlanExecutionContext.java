package dev.cleveragents.workspace.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Exhibit: the execution context of report 7120 as it was. Starting a changeset appends its id to a
 * list; recording a change takes the last id of that list, whichever thread put it there. The store
 * behind it was sound and is so here, and in its language adding to a list was one step. Never use
 * it.
 */
final class RacyPlanExecutionContext {

  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, List<String>> changesets = new ConcurrentHashMap<>();
  private final List<Integer> activeChangesetIds = new CopyOnWriteArrayList<>();

  int startChangeset() {
    int id = ids.incrementAndGet();
    changesets.put(id, new ArrayList<>());
    activeChangesetIds.add(id);
    return id;
  }

  void recordChange(String entry) {
    if (activeChangesetIds.isEmpty()) {
      throw new IllegalStateException("No active changeset. Call startChangeset() first.");
    }
    int id = activeChangesetIds.get(activeChangesetIds.size() - 1);
    changesets.computeIfPresent(
        id,
        (changeset, entries) -> {
          entries.add(entry);
          return entries;
        });
  }

  List<String> entriesOf(int changeset) {
    return List.copyOf(changesets.getOrDefault(changeset, List.of()));
  }
}
