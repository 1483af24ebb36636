package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Included;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Stage 8: in what order fragments are read. The files with the most relevant fragments come first,
 * each file's fragments together and in the order of their lines. Among files of about the same
 * relevance (at least half of that of the first of them) one that another imports comes before it.
 */
final class RelevanceCoherenceOrderer {

  private static final double ABOUT = 0.5;

  private static final Comparator<Included> IN_FILE =
      Comparator.comparing(Included::fragment, Candidate.BY_PLACE);

  private final BiPredicate<String, String> imports;

  /**
   * @param imports whether the first of two files imports the second
   */
  RelevanceCoherenceOrderer(BiPredicate<String, String> imports) {
    this.imports = imports;
  }

  List<Included> order(List<Included> packed) {
    Map<String, List<Included>> files = new LinkedHashMap<>();
    packed.stream()
        .sorted(
            Comparator.comparingDouble((Included each) -> -each.score().relevance())
                .thenComparing(IN_FILE))
        .forEach(
            each ->
                files.computeIfAbsent(each.fragment().path(), _ -> new ArrayList<>()).add(each));
    List<Included> ordered = new ArrayList<>();
    for (List<String> band : bands(files)) {
      for (String path : importsFirst(band)) {
        files.getOrDefault(path, List.of()).stream().sorted(IN_FILE).forEach(ordered::add);
      }
    }
    return ordered;
  }

  /** The files, most relevant first, cut where relevance has fallen to half. */
  private static List<List<String>> bands(Map<String, List<Included>> files) {
    List<List<String>> bands = new ArrayList<>();
    double first = 0;
    for (Map.Entry<String, List<Included>> file : files.entrySet()) {
      double relevance = file.getValue().getFirst().score().relevance();
      if (bands.isEmpty() || relevance < ABOUT * first) {
        bands.add(new ArrayList<>());
        first = relevance;
      }
      bands.getLast().add(file.getKey());
    }
    return bands;
  }

  private List<String> importsFirst(List<String> band) {
    Set<String> ordered = new LinkedHashSet<>();
    band.forEach(path -> place(path, band, new LinkedHashSet<>(), ordered));
    return List.copyOf(ordered);
  }

  /** Places what the file imports, then the file; files that import each other stay as they are. */
  private void place(String path, List<String> band, Set<String> under, Set<String> ordered) {
    if (ordered.contains(path) || !under.add(path)) {
      return;
    }
    for (String other : band) {
      if (!other.equals(path) && imports.test(path, other)) {
        place(other, band, under, ordered);
      }
    }
    ordered.add(path);
  }
}
