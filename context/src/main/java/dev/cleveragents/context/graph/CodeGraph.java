package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What leads to what in one state of a project. Names decide, not types: of two definitions of one
 * name both are meant. Holds nothing but the snapshot, so that many threads may ask at once; the
 * same snapshot gives the same answers in the same order.
 */
public final class CodeGraph {

  private final IndexSnapshot snapshot;

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
    return definitions(new CachedLookups(snapshot), name);
  }

  static List<NodeId> definitions(CachedLookups lookups, String name) {
    Set<NodeId> found = new LinkedHashSet<>();
    for (String path : lookups.fewDefining(name).orElseGet(() -> lookups.defining(name))) {
      for (Symbol symbol : symbols(lookups, path)) {
        if (symbol.name().equals(name) || symbol.qualifiedName().equals(name)) {
          found.add(new NodeId(path, symbol.qualifiedName()));
        }
      }
    }
    return List.copyOf(found);
  }

  /** The files that use a name and do not define it, sorted. */
  public List<String> references(String name) {
    return snapshot.pathsReferringTo(name);
  }

  /** The files of the project that a file imports, sorted. */
  public List<String> imports(String path) {
    return imports(new CachedLookups(snapshot), path);
  }

  static List<String> imports(CachedLookups lookups, String path) {
    Set<String> found = new TreeSet<>();
    ImportTargets targets = new ImportTargets(lookups);
    lookups
        .parsed(path)
        .ifPresent(file -> file.imports().forEach(each -> found.addAll(targets.of(path, each))));
    return List.copyOf(found);
  }

  /** The files that import a file, sorted. */
  public List<String> importers(String path) {
    return importers(new CachedLookups(snapshot), path);
  }

  static List<String> importers(CachedLookups lookups, String path) {
    Optional<ParsedFile> file = lookups.parsed(path);
    if (file.isEmpty()) {
      return List.of();
    }
    Set<String> found = new TreeSet<>();
    ImportTargets targets = new ImportTargets(lookups);
    for (String spelling : ImportSpellings.of(path, file.get())) {
      for (String importer : lookups.importing(spelling)) {
        if (targets.of(importer, spelling).contains(path)) {
          found.add(importer);
        }
      }
    }
    return List.copyOf(found);
  }

  /** What a definition is in: another one, or its file. Nothing for a file or what is not there. */
  public Optional<NodeId> container(NodeId node) {
    return container(new CachedLookups(snapshot), node);
  }

  static Optional<NodeId> container(CachedLookups lookups, NodeId node) {
    List<Symbol> symbols = symbols(lookups, node.path());
    return symbols.stream()
        .filter(symbol -> symbol.qualifiedName().equals(node.symbol()))
        .findFirst()
        .map(
            symbol ->
                symbol.parent() < 0
                    ? NodeId.file(node.path())
                    : new NodeId(node.path(), symbols.get(symbol.parent()).qualifiedName()));
  }

  /** What is defined right inside a file or definition, in the order of the lines. */
  public List<NodeId> members(NodeId node) {
    return members(new CachedLookups(snapshot), node);
  }

  static List<NodeId> members(CachedLookups lookups, NodeId node) {
    List<Symbol> symbols = symbols(lookups, node.path());
    Set<NodeId> found = new LinkedHashSet<>();
    for (Symbol symbol : symbols) {
      String around = symbol.parent() < 0 ? "" : symbols.get(symbol.parent()).qualifiedName();
      if (around.equals(node.symbol())) {
        found.add(new NodeId(node.path(), symbol.qualifiedName()));
      }
    }
    return List.copyOf(found);
  }

  /**
   * The files with tests of a file, sorted: those that are called like it, and those that use the
   * names of its types.
   */
  public List<String> testsOf(String path) {
    return testsOf(new CachedLookups(snapshot), path);
  }

  static List<String> testsOf(CachedLookups lookups, String path) {
    Set<String> found = new TreeSet<>();
    for (String type : TestNames.typesTesting(path)) {
      lookups.defining(type).stream()
          .filter(file -> TestNames.same(ProjectPaths.stem(file), type))
          .forEach(found::add);
    }
    TestNames.filesTesting(path).stream().filter(lookups::contains).forEach(found::add);
    for (Symbol symbol : symbols(lookups, path)) {
      if (symbol.parent() < 0 && symbol.kind() == Symbol.Kind.TYPE) {
        lookups.referringTo(symbol.name()).stream().filter(TestNames::isTest).forEach(found::add);
      }
    }
    found.remove(path);
    return TestNames.isTest(path) ? List.of() : List.copyOf(found);
  }

  /** The files that a file of tests is about by its name, sorted. */
  public List<String> testedBy(String path) {
    return testedBy(new CachedLookups(snapshot), path);
  }

  static List<String> testedBy(CachedLookups lookups, String path) {
    Optional<String> subject = TestNames.subject(path);
    if (subject.isEmpty()) {
      return List.of();
    }
    Set<String> found = new TreeSet<>();
    lookups.defining(subject.get()).stream()
        .filter(file -> TestNames.same(ProjectPaths.stem(file), subject.get()))
        .forEach(found::add);
    imports(lookups, path).stream()
        .filter(file -> TestNames.same(ProjectPaths.stem(file), subject.get()))
        .forEach(found::add);
    found.remove(path);
    return List.copyOf(found);
  }

  /**
   * Walks from some nodes, breadth first, and returns the nodes it reached, the best first: by
   * hops, then by score, then by node. Nodes that are not there are passed over.
   *
   * @param hops how far to go; 0 gives the starts alone
   * @param frontier how many nodes are followed after each hop at most: the best ones
   */
  public List<GraphStep> walk(
      List<NodeId> starts, int hops, int frontier, CancellationToken token) {
    return walk(starts, frontier, token).to(hops);
  }

  /** The same hop by hop, for who may have enough before the last one. */
  public GraphWalk walk(List<NodeId> starts, int frontier, CancellationToken token) {
    return new GraphWalk(new CachedLookups(snapshot, token), starts, frontier, token);
  }

  static List<Symbol> symbols(CachedLookups lookups, String path) {
    return lookups.parsed(path).map(ParsedFile::symbols).orElseGet(ArrayList::new);
  }
}
