package dev.cleveragents.engine.conflict;

import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A path that the results of subplans leave in conflict.
 *
 * @param resource where the path is
 * @param kind such as {@code content} or {@code delete_modify}
 * @param detail the sides and what differs
 * @param resolution how it was resolved; null while it is open
 */
public record PlanConflict(
    String resource, String path, String kind, Detail detail, @Nullable Resolved resolution) {

  /**
   * What is in conflict.
   *
   * @param fingerprint of all versions: a resolution counts for these only
   * @param sides in the order of the merge
   * @param hunks the lines in conflict; empty unless all sides are text
   * @param related other paths of the same rename
   */
  public record Detail(
      String fingerprint, List<Side> sides, List<Hunk> hunks, List<String> related) {

    public Detail {
      sides = List.copyOf(sides);
      hunks = List.copyOf(hunks);
      related = List.copyOf(related);
    }
  }

  /**
   * One version.
   *
   * @param subplans that made it together
   * @param there whether it has the path; otherwise it deletes it
   */
  public record Side(List<PlanId> subplans, boolean there) {

    public Side {
      subplans = List.copyOf(subplans);
    }
  }

  /**
   * Lines that the sides changed differently.
   *
   * @param line the number of the first line before the subplans
   * @param base the lines before
   * @param sides the lines of each side
   */
  public record Hunk(int line, List<String> base, List<List<String>> sides) {

    public Hunk {
      base = List.copyOf(base);
      sides = sides.stream().map(List::copyOf).toList();
    }
  }

  /** How a conflict was resolved, by whom and when. */
  public record Resolved(ConflictChoice choice, String by, Instant at) {}

  public boolean isOpen() {
    return resolution == null;
  }

  /**
   * A name for each side: those of its subplans.
   *
   * @param names of the subplans
   */
  public List<String> labels(Map<PlanId, String> names) {
    return detail.sides().stream()
        .map(
            side ->
                side.subplans().stream()
                    .map(it -> names.getOrDefault(it, it.toString()))
                    .collect(Collectors.joining(" and ")))
        .toList();
  }

  /** The subplans whose changes do not go together, in the order of the merge. */
  public List<PlanId> subplans() {
    return detail.sides().stream().flatMap(side -> side.subplans().stream()).distinct().toList();
  }
}
