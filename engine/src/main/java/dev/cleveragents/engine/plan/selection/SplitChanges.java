package dev.cleveragents.engine.plan.selection;

import dev.cleveragents.engine.plan.selection.ChangeSelection.Pick;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeContents;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.diff.FileDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A plan's changes split in two: the chosen ones, and the rest on top of them. The chosen changes
 * applied to the base, and then the rest, make the same files as all changes together. Built by one
 * thread, then only read.
 */
public final class SplitChanges {

  private static final ChangeOrigin ORIGIN = new ChangeOrigin("selection", "apply", "system");

  private final List<Recorded> chosen = new ArrayList<>();
  private final List<Recorded> rest = new ArrayList<>();
  private final Map<String, byte[]> halves = new HashMap<>();

  /**
   * Splits the changes.
   *
   * @throws OperationException if a chosen change needs one that was not chosen
   */
  public static SplitChanges of(List<FileDiff> all, ChangeSelection selection) {
    SplitChanges parts = new SplitChanges();
    for (FileDiff diff : all) {
      Optional<Pick> pick = selection.of(diff.change());
      if (pick.isEmpty()) {
        parts.rest.add(new Recorded(diff.change(), ChangeContents.none(), ORIGIN));
      } else if (pick.get().hunks().isEmpty()) {
        parts.chosen.add(new Recorded(diff.change(), ChangeContents.none(), ORIGIN));
      } else {
        parts.divide(pick.get().numbering(diff), pick.get().hunks());
      }
    }
    parts.requireApart();
    return parts;
  }

  public List<Recorded> chosen() {
    return chosen;
  }

  public List<Recorded> rest() {
    return rest;
  }

  /** The changes that were chosen in a resource. */
  public List<Change> chosenIn(String resource) {
    return in(chosen, resource);
  }

  /** How many changes are left in a resource. */
  public int restIn(String resource) {
    return in(rest, resource).size();
  }

  private static List<Change> in(List<Recorded> part, String resource) {
    return part.stream()
        .map(Recorded::change)
        .filter(change -> change.resource().equals(resource))
        .toList();
  }

  /** The bytes of files that neither the base nor the result has. */
  public Optional<byte[]> half(String hash) {
    return Optional.ofNullable(halves.get(hash));
  }

  /** Puts these hunks into the chosen part; the others and a change of mode go into the rest. */
  private void divide(FileDiff diff, Set<Integer> hunks) {
    Change change = diff.change();
    FileState before = Objects.requireNonNull(change.before());
    byte[] bytes = diff.with(hunks);
    FileState between = FileState.of(bytes, before.mode());
    halves.put(between.hash(), bytes);
    ChangeContents contents = ChangeContents.of(bytes);
    chosen.add(
        new Recorded(
            Change.modify(change.resource(), change.path(), before, between), contents, ORIGIN));
    rest.add(
        new Recorded(
            Change.modify(
                change.resource(), change.path(), between, Objects.requireNonNull(change.after())),
            contents,
            ORIGIN));
  }

  /** Refuses a chosen file whose path is blocked by one that only the rest removes. */
  private void requireApart() {
    Set<String> leaving = new HashSet<>();
    for (Recorded recorded : rest) {
      Change change = recorded.change();
      String from = change.movedFrom();
      if (from != null || change.after() == null) {
        leaving.add(change.resource() + "\0" + (from == null ? change.path() : from));
      }
    }
    for (Recorded recorded : chosen) {
      Change change = recorded.change();
      String place = change.resource() + "\0" + change.path();
      if (change.after() != null) {
        leaving.stream()
            .filter(it -> place.startsWith(it + "/") || it.startsWith(place + "/"))
            .findFirst()
            .ifPresent(
                it -> {
                  throw OperationException.invalid(
                      "%s cannot be there before %s is gone; choose both"
                          .formatted(change.path(), it.substring(it.indexOf('\0') + 1)));
                });
      }
    }
  }
}
