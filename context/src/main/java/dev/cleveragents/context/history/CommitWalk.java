package dev.cleveragents.context.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Goes from a commit to what it builds on, the newest first, and so in the order that git has too:
 * what comes out depends on the commit alone, not on what else is known.
 */
final class CommitWalk {

  private record Waiting(Commit commit, int number) {}

  private CommitWalk() {}

  /**
   * The commit and its ancestors, up to a limit.
   *
   * @return empty if that needs a commit that is not known
   */
  static Optional<List<Commit>> from(String tip, Map<String, Commit> known, int most) {
    PriorityQueue<Waiting> queue =
        new PriorityQueue<>(
            Comparator.comparing((Waiting it) -> it.commit.time())
                .reversed()
                .thenComparingInt(Waiting::number));
    Set<String> seen = new HashSet<>();
    List<Commit> walked = new ArrayList<>();
    boolean missing = !offer(tip, known, seen, queue);
    while (walked.size() < most) {
      Waiting next = queue.poll();
      if (next == null) {
        return missing ? Optional.empty() : Optional.of(walked);
      }
      walked.add(next.commit);
      for (String parent : next.commit.parents()) {
        missing |= !offer(parent, known, seen, queue);
      }
    }
    return Optional.of(walked);
  }

  private static boolean offer(
      String id, Map<String, Commit> known, Set<String> seen, PriorityQueue<Waiting> queue) {
    Commit commit = known.get(id);
    if (commit != null && seen.add(id)) {
      queue.add(new Waiting(commit, seen.size()));
    }
    return commit != null;
  }
}
