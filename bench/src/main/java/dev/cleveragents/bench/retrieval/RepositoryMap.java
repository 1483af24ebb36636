package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.index.IndexSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A repository map as assistants make them: files are nodes, from each that uses a name an edge
 * goes to each that defines it, and PageRank says which matter. Names that the question has count
 * ten times, as do long ones of several words; names that many files define, or that begin with an
 * underscore, a tenth. It starts at files that the question names. Shown by signatures.
 */
final class RepositoryMap implements Ranker {

  private static final double MORE = 10;
  private static final double LESS = 0.1;
  private static final int LONG = 8;
  private static final int MANY = 5;

  /** A name that more files define says nothing about any of them. */
  private static final int TOO_MANY = 100;

  /** What a file has to do with names. */
  record Names(Set<String> defined, List<String> used) {

    static Names of(ParsedFile file) {
      Set<String> defined = new HashSet<>();
      for (Symbol symbol : file.symbols()) {
        if (symbol.kind() != Symbol.Kind.KEY && symbol.kind() != Symbol.Kind.SECTION) {
          defined.add(symbol.name());
        }
      }
      return new Names(defined, file.references());
    }
  }

  private final Shown shown;

  /** By the hash of a file's content, since trees of one repository share most files. */
  private final Map<String, Names> known = new HashMap<>();

  RepositoryMap(Shown shown) {
    this.shown = shown;
  }

  @Override
  public List<Ranked> rank(CommitCase asked, Before before) {
    IndexSnapshot snapshot = before.snapshot();
    Map<String, Names> files = new TreeMap<>();
    for (String path : snapshot.paths()) {
      files.put(
          path,
          known.computeIfAbsent(
              path + " " + snapshot.hash(path).orElse(""),
              _ -> snapshot.parsed(path).map(Names::of).orElse(new Names(Set.of(), List.of()))));
    }
    return Scores.best(
        scores(files, asked.question()), path -> true, path -> shown.signatures(path, snapshot));
  }

  /** The rank of each file. */
  static Map<String, Double> scores(Map<String, Names> files, String question) {
    List<String> paths = List.copyOf(files.keySet());
    Map<String, List<Integer>> definers = new HashMap<>();
    for (int node = 0; node < paths.size(); node++) {
      for (String name : files.getOrDefault(paths.get(node), NONE).defined()) {
        definers.computeIfAbsent(name, _ -> new ArrayList<>()).add(node);
      }
    }
    Set<String> words = new HashSet<>(Grep.words(question));
    PageRank graph = new PageRank(paths.size());
    double[] preferred = new double[paths.size()];
    for (int node = 0; node < paths.size(); node++) {
      preferred[node] = words.contains(stem(paths.get(node))) ? 1 : 0;
      for (String name : files.getOrDefault(paths.get(node), NONE).used()) {
        List<Integer> defining = definers.getOrDefault(name, List.of());
        if (defining.size() <= TOO_MANY) {
          double weight = weight(name, defining.size(), words);
          for (int target : defining) {
            graph.edge(node, target, weight);
          }
        }
      }
    }
    double[] ranks = graph.ranks(preferred);
    Map<String, Double> scores = new TreeMap<>();
    for (int node = 0; node < ranks.length; node++) {
      scores.put(paths.get(node), ranks[node]);
    }
    return scores;
  }

  private static final Names NONE = new Names(Set.of(), List.of());

  private static double weight(String name, int definers, Set<String> words) {
    boolean severalWords =
        name.contains("_") || !name.substring(1).equals(lower(name.substring(1)));
    return (words.contains(lower(name)) ? MORE : 1)
        * (name.length() >= LONG && severalWords ? MORE : 1)
        * (name.startsWith("_") ? LESS : 1)
        * (definers > MANY ? LESS : 1);
  }

  private static String stem(String path) {
    String name = lower(path.substring(path.lastIndexOf('/') + 1));
    int dot = name.indexOf('.', 1);
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
