package dev.cleveragents.engine.plan.selection;

import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeOperation;
import dev.cleveragents.workspace.change.diff.FileDiff;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan's changes to apply: whole files, or hunks of text files. A value, stored with
 * the plan until it is carried out.
 *
 * @param shown the fingerprint of the changes that it was chosen from; it is valid for no others
 * @param picks at least one, each of another file
 */
public record ChangeSelection(String shown, List<Pick> picks) {

  public ChangeSelection {
    picks = List.copyOf(picks);
  }

  /**
   * A file that is chosen.
   *
   * @param hunks their numbers, from 1; none for the whole file
   * @param split whether the numbers are those of the split diff, which may take hunks apart
   */
  public record Pick(String resource, String path, SortedSet<Integer> hunks, boolean split) {

    public Pick {
      hunks = new TreeSet<>(hunks);
    }

    public Pick(String resource, String path, SortedSet<Integer> hunks) {
      this(resource, path, hunks, false);
    }

    /** The diff of the file with the hunks that the numbers name. */
    FileDiff numbering(FileDiff diff) {
      return split ? diff.split() : diff;
    }
  }

  /**
   * A selection from these changes.
   *
   * @param picks those of one file are joined
   * @throws OperationException if a pick is not one of them, or takes hunks of a file that can only
   *     be chosen as a whole
   */
  public static ChangeSelection of(List<FileDiff> shown, List<Pick> picks) {
    if (picks.isEmpty()) {
      throw OperationException.invalid("Nothing was chosen, so nothing is applied");
    }
    Map<String, Pick> byFile = new LinkedHashMap<>();
    for (Pick pick : picks) {
      byFile.merge(pick.resource() + "\0" + pick.path(), pick, ChangeSelection::joined);
    }
    byFile.replaceAll((_, pick) -> checked(find(shown, pick), pick));
    return new ChangeSelection(
        fingerprint(shown.stream().map(FileDiff::change).toList()), List.copyOf(byFile.values()));
  }

  private static FileDiff find(List<FileDiff> shown, Pick pick) {
    return shown.stream()
        .filter(
            it ->
                it.change().resource().equals(pick.resource())
                    && it.change().path().equals(pick.path()))
        .findFirst()
        .orElseThrow(() -> OperationException.invalid("The plan does not change " + pick.path()));
  }

  private static Pick checked(FileDiff diff, Pick pick) {
    int all = pick.numbering(diff).hunks().size();
    for (int hunk : pick.hunks()) {
      if (hunk < 1 || hunk > all) {
        throw OperationException.invalid(
            "%s has %s, so there is no hunk %d; the plan's diff shows their numbers"
                .formatted(pick.path(), all == 0 ? "no hunks" : CountedNoun.of(all, "hunk"), hunk));
      }
    }
    boolean whole =
        pick.hunks().isEmpty()
            || (pick.hunks().size() == all && diff.change().operation() != ChangeOperation.MOVE);
    if (!whole && diff.change().operation() != ChangeOperation.MODIFY) {
      throw OperationException.invalid(
          "%s is %s as a whole; choose it without numbers"
              .formatted(
                  pick.path(),
                  switch (diff.change().operation()) {
                    case CREATE -> "created";
                    case DELETE -> "deleted";
                    case MOVE, MODIFY -> "moved";
                  }));
    }
    return whole ? new Pick(pick.resource(), pick.path(), new TreeSet<>()) : pick;
  }

  private static Pick joined(Pick one, Pick other) {
    SortedSet<Integer> hunks = new TreeSet<>();
    if (!one.hunks().isEmpty() && !other.hunks().isEmpty()) {
      hunks.addAll(one.hunks());
      hunks.addAll(other.hunks());
    }
    if (one.split() != other.split()) {
      throw new IllegalArgumentException("Two numberings of the hunks of " + one.path());
    }
    return new Pick(one.resource(), one.path(), hunks, one.split());
  }

  /** Whether it was chosen from exactly these changes. */
  public boolean isFrom(List<Change> changes) {
    return shown.equals(fingerprint(changes));
  }

  /** The chosen part of a difference, if any. */
  public Optional<FileDiff> partOf(FileDiff diff) {
    return of(diff.change())
        .map(pick -> pick.hunks().isEmpty() ? diff : pick.numbering(diff).only(pick.hunks()));
  }

  Optional<Pick> of(Change change) {
    return picks.stream()
        .filter(it -> it.resource().equals(change.resource()) && it.path().equals(change.path()))
        .findFirst();
  }

  /** In a few words: paths, and hunks where not all are meant. */
  public String words() {
    return String.join(
        ", ",
        picks.stream()
            .map(
                it ->
                    it.hunks().isEmpty()
                        ? it.path()
                        : it.path()
                            + (it.split() ? ", changes " : ":")
                            + String.join(",", it.hunks().stream().map(String::valueOf).toList()))
            .toList());
  }

  private static String fingerprint(List<Change> changes) {
    return Sha256.of(changes.toString().getBytes(StandardCharsets.UTF_8));
  }

  String json() {
    List<Object> list = new ArrayList<>();
    for (Pick pick : picks) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("resource", pick.resource());
      members.put("path", pick.path());
      members.put("hunks", List.copyOf(pick.hunks()));
      members.put("split", pick.split());
      list.add(members);
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("shown", shown);
    all.put("picks", list);
    return Json.write(all);
  }

  static ChangeSelection read(String json) {
    Map<String, @Nullable Object> all = Json.readObject(json);
    List<Pick> picks = new ArrayList<>();
    for (Object element : list(all.get("picks"))) {
      Map<?, ?> members = (Map<?, ?>) Objects.requireNonNull(element);
      SortedSet<Integer> hunks = new TreeSet<>();
      list(members.get("hunks"))
          .forEach(hunk -> hunks.add(((Long) Objects.requireNonNull(hunk)).intValue()));
      picks.add(
          new Pick(
              String.valueOf(members.get("resource")),
              String.valueOf(members.get("path")),
              hunks,
              Boolean.TRUE.equals(members.get("split"))));
    }
    return new ChangeSelection(String.valueOf(all.get("shown")), picks);
  }

  private static List<?> list(@Nullable Object value) {
    return (List<?>) Objects.requireNonNull(value);
  }
}
