package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The paths that a confined program may write, each with all that is below it; everything else it
 * may only read. Paths that are not there do not count, and a link counts as what it leads to.
 *
 * @param own what it may write in any case
 * @param shared what it may write besides, unless that lies in something guarded
 * @param guarded what it may not write although it lies in something shared
 */
public record ConfinementRules(List<Path> own, List<Path> shared, List<Path> guarded) {

  public ConfinementRules {
    own = List.copyOf(own);
    shared = List.copyOf(shared);
    guarded = List.copyOf(guarded);
  }

  /** A path without links in it; the rule of the nearest path above a file holds for the file. */
  record Rule(Path path, boolean writable) {}

  /**
   * The effective rules, outer paths before inner ones, only where they differ from the surrounding
   * ones.
   */
  List<Rule> rules() {
    List<Path> kept = real(guarded);
    List<Path> mine = real(own);
    List<Rule> all = new ArrayList<>();
    real(shared).stream()
        .filter(path -> kept.stream().noneMatch(path::startsWith))
        .forEach(path -> all.add(new Rule(path, true)));
    kept.stream()
        .filter(path -> !mine.contains(path))
        .forEach(path -> all.add(new Rule(path, false)));
    mine.forEach(path -> all.add(new Rule(path, true)));
    List<Rule> rules = new ArrayList<>();
    all.stream()
        .distinct()
        .sorted(Comparator.comparingInt(rule -> rule.path().getNameCount()))
        .filter(rule -> rule.writable() != isWritable(rule.path(), rules))
        .forEach(rules::add);
    return rules;
  }

  static boolean isWritable(Path path, List<Rule> rules) {
    return rules.stream()
        .filter(rule -> path.startsWith(rule.path()))
        .max(Comparator.comparingInt(rule -> rule.path().getNameCount()))
        .map(Rule::writable)
        .orElse(false);
  }

  private static List<Path> real(List<Path> paths) {
    return paths.stream().flatMap(path -> real(path).stream()).distinct().toList();
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
