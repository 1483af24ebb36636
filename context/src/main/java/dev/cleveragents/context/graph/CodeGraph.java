package dev.cleveragents.context.graph;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The definitions, uses and imports in one state of a project. Names decide, not types: of two
 * definitions of one name both are meant. The same snapshot gives the same answers in the same
 * order. Any number of threads may ask at once: what was looked up is kept in maps that are safe by
 * themselves.
 */
public final class CodeGraph {

  /** A name with more definitions than this leads nowhere. */
  static final int FEW_DEFINITIONS = 6;

  /** A name with more users than this leads nowhere. */
  static final int FEW_USERS = 30;

  private final IndexSnapshot snapshot;
  private final Map<String, List<String>> defining = new ConcurrentHashMap<>();
  private final Map<String, Optional<List<String>>> fewDefining = new ConcurrentHashMap<>();
  private final Map<String, Optional<List<String>>> fewUsing = new ConcurrentHashMap<>();

  /** Filled when it is needed first, and not changed after that. */
  @GuardedBy("this")
  private final Map<String, List<String>> byFolder = new HashMap<>();

  /** The graph of this snapshot, which stays open as long as this is used. */
  public CodeGraph(IndexSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** The snapshot it is a view of. */
  public IndexSnapshot snapshot() {
    return snapshot;
  }

  /** The definitions of a name, own or qualified, by path and then in the order of their lines. */
  public List<NodeId> definitions(String name) {
    Set<NodeId> found = new LinkedHashSet<>();
    for (String path : fewDefining(name).orElseGet(() -> defining(name))) {
      for (Symbol symbol : symbols(path)) {
        if (symbol.name().equals(name) || symbol.qualifiedName().equals(name)) {
          found.add(new NodeId(path, symbol.qualifiedName()));
        }
      }
    }
    return List.copyOf(found);
  }

  /** The files of the project that a file imports, sorted. */
  public List<String> imports(String path) {
    Set<String> found = new TreeSet<>();
    ImportTargets targets = new ImportTargets(this);
    snapshot
        .parsed(path)
        .ifPresent(file -> file.imports().forEach(each -> found.addAll(targets.of(path, each))));
    return List.copyOf(found);
  }

  /**
   * Starts a walk from some nodes; those that are not there are passed over.
   *
   * @param frontier how many nodes are followed after each hop at most: the best ones
   */
  public GraphWalk walk(List<NodeId> starts, int frontier, CancellationToken token) {
    return new GraphWalk(this, starts, frontier, token);
  }

  /** The files with a test's name that use a type or function at the top of a file, sorted. */
  List<String> testsOf(String path) {
    return TestNames.isTest(path)
        ? List.of()
        : symbols(path).stream()
            .filter(symbol -> symbol.parent() < 0)
            .flatMap(
                symbol ->
                    symbol.kind() == Symbol.Kind.TYPE
                        ? snapshot.pathsReferringTo(symbol.name()).stream()
                        : fewUsing(symbol.name()).stream().flatMap(List::stream))
            .filter(file -> !file.equals(path) && TestNames.isTest(file))
            .distinct()
            .sorted()
            .toList();
  }

  /** The files that a file of tests is about by its name, sorted. */
  List<String> testedBy(String path) {
    return TestNames.subject(path).stream()
        .flatMap(
            subject ->
                Stream.concat(defining(subject).stream(), imports(path).stream())
                    .filter(file -> TestNames.same(ProjectPaths.stem(file), subject)))
        .filter(file -> !file.equals(path))
        .distinct()
        .sorted()
        .toList();
  }

  /** The files that define a name, sorted. */
  List<String> defining(String name) {
    return defining.computeIfAbsent(name, snapshot::pathsDefining);
  }

  /** The same; nothing if there are more than {@value #FEW_DEFINITIONS}. */
  Optional<List<String>> fewDefining(String name) {
    return fewDefining.computeIfAbsent(name, each -> snapshot.pathsDefining(each, FEW_DEFINITIONS));
  }

  /** The files that use a name, sorted; nothing if there are more than {@value #FEW_USERS}. */
  Optional<List<String>> fewUsing(String name) {
    return fewUsing.computeIfAbsent(name, each -> snapshot.pathsReferringTo(each, FEW_USERS));
  }

  /** The files right in a folder, sorted. */
  List<String> filesIn(String folder) {
    return byFolder().getOrDefault(folder, List.of());
  }

  private synchronized Map<String, List<String>> byFolder() {
    if (byFolder.isEmpty()) {
      snapshot
          .paths()
          .forEach(
              path ->
                  byFolder
                      .computeIfAbsent(ProjectPaths.folder(path), _ -> new ArrayList<>())
                      .add(path));
    }
    return byFolder;
  }

  List<Symbol> symbols(String path) {
    return snapshot.parsed(path).map(ParsedFile::symbols).orElse(List.of());
  }
}
