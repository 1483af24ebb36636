package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Closes one conflict of a merge, and those of the same rename. */
final class Resolver {

  private static final String PLAIN_FILE = "100644";

  private final MergeSession session;
  private final Merged merged;

  Resolver(MergeSession session, Merged merged) {
    this.session = session;
    this.merged = merged;
  }

  private record Chosen(FileVersion version, List<String> children) {}

  Merged resolve(String path, Resolution resolution) throws IOException, InterruptedException {
    Conflict conflict = open(path);
    NavigableMap<String, Chosen> chosen = new TreeMap<>();
    chosen.put(path, choose(conflict, resolution));
    if (!(resolution instanceof Resolution.Contents)
        && !(resolution instanceof Resolution.Deletion)) {
      for (String other : conflict.related()) {
        Optional<Conflict> related = find(other);
        if (related.isPresent()) {
          chooseToo(related.get(), conflict, resolution)
              .ifPresent(version -> chosen.put(other, version));
        }
      }
    }
    NavigableMap<String, FileVersion> versions = new TreeMap<>();
    chosen.forEach((at, choice) -> versions.put(at, choice.version()));
    String tree = session.replace(merged.tree(), versions);
    return new Merged(
        merged.base(),
        merged.results(),
        tree,
        merged.conflicts().stream().filter(it -> !chosen.containsKey(it.path())).toList(),
        merged.overridden(),
        provenance(chosen, resolution));
  }

  private Conflict open(String path) {
    return find(path)
        .orElseThrow(
            () ->
                OperationException.invalid(
                    "There is no open conflict at '%s'; open are: %s"
                        .formatted(
                            path,
                            String.join(
                                ", ", merged.conflicts().stream().map(Conflict::path).toList()))));
  }

  private Optional<Conflict> find(String path) {
    return merged.conflicts().stream().filter(it -> it.path().equals(path)).findFirst();
  }

  private Chosen choose(Conflict conflict, Resolution resolution)
      throws IOException, InterruptedException {
    return switch (resolution) {
      case Resolution.Base() -> new Chosen(conflict.base(), List.of());
      case Resolution.Side(int index) when index >= 0 && index < conflict.sides().size() ->
          chosen(conflict.sides().get(index));
      case Resolution.Side(int index) ->
          throw OperationException.invalid(
              "The conflict at '%s' has no side %d; it has %d"
                  .formatted(conflict.path(), index, conflict.sides().size()));
      case Resolution.Child(String child) -> ofChild(conflict, child);
      case Resolution.Contents(byte[] bytes) ->
          new Chosen(new FileVersion(mode(conflict), session.store(bytes)), List.of());
      case Resolution.Deletion() -> new Chosen(FileVersion.NONE, List.of());
    };
  }

  private static Chosen chosen(Conflict.Side side) {
    return new Chosen(side.version(), side.children());
  }

  private Chosen ofChild(Conflict conflict, String child) throws InterruptedException {
    if (!conflict.children().contains(child)) {
      throw OperationException.invalid(
          "'%s' has no version of '%s'; the conflict is between %s"
              .formatted(child, conflict.path(), String.join(", ", conflict.children())));
    }
    for (ChildResult result : merged.results()) {
      if (result.child().equals(child)) {
        return new Chosen(session.lookUp(result.tree(), conflict.path()), List.of(child));
      }
    }
    throw new IllegalArgumentException("A conflict of a child without result: " + child);
  }

  /** The same choice for another path of a rename; none if the one chosen has no part in it. */
  private Optional<Chosen> chooseToo(Conflict other, Conflict first, Resolution resolution)
      throws InterruptedException {
    return switch (resolution) {
      case Resolution.Base() -> Optional.of(new Chosen(other.base(), List.of()));
      case Resolution.Side(int index) -> {
        List<String> children = first.sides().get(index).children();
        yield other.sides().stream()
            .filter(side -> side.children().stream().anyMatch(children::contains))
            .findFirst()
            .map(Resolver::chosen);
      }
      case Resolution.Child(String child) when other.children().contains(child) ->
          Optional.of(ofChild(other, child));
      default -> Optional.empty();
    };
  }

  /** Contents that are given go into a file like the one that was there. */
  private static String mode(Conflict conflict) {
    List<FileVersion> versions = new ArrayList<>(List.of(conflict.base()));
    conflict.sides().forEach(side -> versions.add(side.version()));
    return versions.stream()
        .filter(FileVersion::isFile)
        .map(FileVersion::mode)
        .findFirst()
        .orElse(PLAIN_FILE);
  }

  private Provenance provenance(Map<String, Chosen> chosen, Resolution resolution) {
    NavigableMap<String, List<Provenance.Step>> steps = new TreeMap<>(merged.provenance().paths());
    chosen.forEach(
        (path, choice) -> {
          WriteSet.removeAtAndBelow(steps, path);
          if (!(resolution instanceof Resolution.Base)) {
            steps.put(path, List.of(new Provenance.Step(choice.children(), choice.version())));
          }
        });
    return new Provenance(steps);
  }
}
