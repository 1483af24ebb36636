package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Detail;
import dev.cleveragents.engine.conflict.PlanConflict.Hunk;
import dev.cleveragents.engine.conflict.PlanConflict.Side;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.FileVersion;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Resolution;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Conflicts of a merge as plans store them, and the choices of users as a merge takes them. */
final class ConflictResolution {

  private static final int MOST_HUNKS = 50;
  private static final int MOST_LINES = 200;

  private ConflictResolution() {}

  /**
   * The open conflict of a merge that is a known one: between the same versions. One of a rename
   * may have been resolved with another.
   */
  static Optional<Conflict> find(Merged merged, PlanConflict known) {
    return merged.conflicts().stream()
        .filter(it -> it.path().equals(known.path()))
        .filter(it -> fingerprint(it).equals(known.detail().fingerprint()))
        .findFirst();
  }

  /** The choice for a conflict; empty if there is none, or an actor is still to make it. */
  static Optional<Resolution> of(PlanConflict conflict) {
    if (conflict.resolution() == null) {
      return Optional.empty();
    }
    return switch (conflict.resolution().choice()) {
      case ConflictChoice.Base() -> Optional.of(new Resolution.Base());
      case ConflictChoice.Side(int number) -> Optional.of(new Resolution.Side(number - 1));
      case ConflictChoice.Version(PlanId subplan) ->
          Optional.of(new Resolution.Child(subplan.toString()));
      case ConflictChoice.Contents(byte[] bytes) -> Optional.of(new Resolution.Contents(bytes));
      case ConflictChoice.Deletion() -> Optional.of(new Resolution.Deletion());
      case ConflictChoice.Delegated _ -> Optional.empty();
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
