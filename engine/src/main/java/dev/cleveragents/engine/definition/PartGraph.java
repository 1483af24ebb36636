package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.NameSuggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of a split by name, and what they depend on.
 *
 * @param parts in their order
 */
public record PartGraph(List<Part> parts) {

  private static final int MOST_NAMED = 10;

  public PartGraph {
    parts = List.copyOf(parts);
  }

  /** A part and the names of the parts that it depends on. */
  public record Part(String name, List<String> dependsOn) {

    public Part {
      dependsOn = List.copyOf(dependsOn);
    }
  }

  /**
   * What is wrong.
   *
   * @param part its position, from 0
   * @param dependency the position of the dependency that is meant; -1 if the name is
   */
  public record Problem(int part, int dependency, String text) {}

  /** Names that are used twice, unknown dependencies, and a circle if there is one. */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < parts.size(); i++) {
      String name = parts.get(i).name();
      if (!names.add(name)) {
        problems.add(
            new Problem(i, -1, "two parts have the name '%s'; give each its own".formatted(name)));
      }
    }
    for (int i = 0; i < parts.size(); i++) {
      List<String> needed = parts.get(i).dependsOn();
      for (int j = 0; j < needed.size(); j++) {
        if (!names.contains(needed.get(j))) {
          problems.add(new Problem(i, j, unknown(parts.get(i).name(), needed.get(j), names)));
        }
      }
    }
    return problems.isEmpty() ? circle() : problems;
  }

  private static String unknown(String part, String needed, Set<String> names) {
    return "part '%s' depends on '%s', which is no part%s"
        .formatted(
            part,
            needed,
            NameSuggestion.to(needed, names).map(" (did you mean '%s'?)"::formatted).orElse(""));
  }

  private List<Problem> circle() {
    Set<String> ordered = inOrder().stream().map(Part::name).collect(Collectors.toSet());
    List<Part> left = parts.stream().filter(it -> !ordered.contains(it.name())).toList();
    return left.isEmpty()
        ? List.of()
        : List.of(
            new Problem(
                parts.indexOf(left.getFirst()),
                0,
                "parts depend on each other in a circle: %s"
                    .formatted(
                        left.stream()
                            .limit(MOST_NAMED)
                            .map(Part::name)
                            .collect(Collectors.joining(", ")))));
  }

  /**
   * The order of merging: as given, but what a part depends on comes before it. Those that depend
   * on each other in a circle are left out.
   */
  public List<Part> inOrder() {
    Map<String, Part> left = new LinkedHashMap<>();
    parts.forEach(it -> left.put(it.name(), it));
    List<Part> ordered = new ArrayList<>();
    for (int before = -1; before < ordered.size(); ) {
      before = ordered.size();
      for (Part each : List.copyOf(left.values())) {
        if (each.dependsOn().stream().noneMatch(left::containsKey)) {
          left.remove(each.name());
          ordered.add(each);
        }
      }
    }
    return ordered;
  }
}
