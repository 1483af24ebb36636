package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Detail;
import dev.cleveragents.engine.conflict.PlanConflict.Hunk;
import dev.cleveragents.engine.conflict.PlanConflict.Side;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.FileVersion;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.merge.Resolution;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Puts the choices of users into a merge. A choice counts only while the conflict is between the
 * versions that it was made for.
 *
 * @param known the conflicts of one resource, with their choices
 */
record ConflictResolution(List<PlanConflict> known) {

  private static final int MOST_HUNKS = 50;
  private static final int MOST_LINES = 200;

  static ConflictResolution of(List<PlanConflict> all, Name resource) {
    return new ConflictResolution(
        all.stream().filter(it -> it.resource().equals(resource.toString())).toList());
  }

  /** The merge with all conflicts resolved for which there is a choice. */
  Merged apply(Merger merger, Merged merged, CancellationToken token) throws InterruptedException {
    Merged result = merged;
    for (PlanConflict conflict : known) {
      PlanConflict.Resolved resolved = conflict.resolution();
      if (resolved != null && isOpen(result, conflict)) {
        result = merger.resolve(result, conflict.path(), resolution(resolved.choice()), token);
      }
    }
    return result;
  }

  /** A conflict of a rename may have been resolved with another one. */
  private static boolean isOpen(Merged merged, PlanConflict known) {
    return merged.conflicts().stream()
        .anyMatch(
            it ->
                it.path().equals(known.path())
                    && fingerprint(it).equals(known.detail().fingerprint()));
  }

  private static Resolution resolution(ConflictChoice choice) {
    return switch (choice) {
      case ConflictChoice.Base() -> new Resolution.Base();
      case ConflictChoice.Side(int number) -> new Resolution.Side(number - 1);
      case ConflictChoice.Version(PlanId subplan) -> new Resolution.Child(subplan.toString());
      case ConflictChoice.Contents(byte[] bytes) -> new Resolution.Contents(bytes);
      case ConflictChoice.Deletion() -> new Resolution.Deletion();
    };
  }

  /** Open conflicts as they are stored and shown. */
  static List<PlanConflict> described(List<Conflict> conflicts, Name resource) {
    return conflicts.stream()
        .map(
            it ->
                new PlanConflict(
                    resource.toString(),
                    it.path(),
                    it.kind().name().toLowerCase(Locale.ROOT),
                    new Detail(
                        fingerprint(it),
                        it.sides().stream().map(ConflictResolution::side).toList(),
                        hunks(it),
                        it.related()),
                    null))
        .toList();
  }

  private static Side side(Conflict.Side side) {
    return new Side(side.children().stream().map(PlanId::parse).toList(), side.version().isThere());
  }

  private static List<Hunk> hunks(Conflict conflict) {
    return conflict.hunks().stream()
        .limit(MOST_HUNKS)
        .map(
            it ->
                new Hunk(
                    it.line(),
                    shortened(it.base()),
                    it.sides().stream().map(ConflictResolution::shortened).toList()))
        .toList();
  }

  private static List<String> shortened(List<String> lines) {
    return lines.size() <= MOST_LINES ? lines : lines.subList(0, MOST_LINES);
  }

  private static String fingerprint(Conflict conflict) {
    List<String> versions = new ArrayList<>(List.of(conflict.kind().name()));
    versions.add(version(conflict.base()));
    conflict.sides().forEach(side -> versions.add(side.children() + version(side.version())));
    return Sha256.of(String.join("\0", versions).getBytes(StandardCharsets.UTF_8));
  }

  private static String version(FileVersion version) {
    return version.mode() + " " + version.object();
  }
}
