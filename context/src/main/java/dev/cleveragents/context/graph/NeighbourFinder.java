package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds what is one hop from a node. A name that many define or use leads nowhere. */
final class NeighbourFinder {

  private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
  private static final int MOST_NAMES = 150;
  private static final int MOST_MEMBERS = 20;

  private final CodeGraph graph;

  NeighbourFinder(CodeGraph graph) {
    this.graph = graph;
  }

  /**
   * A node one hop away.
   *
   * @param relation what it is to the node one comes from
   * @param share its part, 0 to 1, if a name means several
   */
  record Neighbour(NodeId node, Relation relation, double share) {}

  List<Neighbour> of(NodeId node) {
    List<Neighbour> found = new ArrayList<>();
    Optional<ParsedFile> file = graph.snapshot().parsed(node.path());
    if (file.isPresent() && node.isFile()) {
      addFile(node.path(), file.get(), found);
    } else if (file.isPresent()) {
      file.get().symbols().stream()
          .filter(symbol -> symbol.qualifiedName().equals(node.symbol()))
          .findFirst()
          .ifPresent(symbol -> addSymbol(node.path(), file.get(), symbol, found));
    }
    found.removeIf(neighbour -> neighbour.node().equals(node));
    return found;
  }

  private void addFile(String path, ParsedFile file, List<Neighbour> found) {
    addFiles(graph.imports(path), Relation.IMPORTED, found);
    addFiles(graph.testsOf(path), Relation.TESTS, found);
    addFiles(graph.testedBy(path), Relation.TESTED, found);
    addDefinitions(path, file.references(), found);
    file.symbols().stream()
        .filter(symbol -> symbol.parent() < 0 && symbol.kind() != Symbol.Kind.SECTION)
        .limit(MOST_MEMBERS)
        .forEach(symbol -> addUsers(symbol, found));
  }

  private void addSymbol(String path, ParsedFile file, Symbol symbol, List<Neighbour> found) {
    List<Symbol> all = file.symbols();
    found.add(new Neighbour(new NodeId(path, around(symbol, all)), Relation.CONTAINS, 1));
    all.stream()
        .filter(other -> around(other, all).equals(symbol.qualifiedName()))
        .map(other -> new NodeId(path, other.qualifiedName()))
        .distinct()
        .limit(MOST_MEMBERS)
        .forEach(member -> found.add(new Neighbour(member, Relation.MEMBER, 1)));
    Set<String> names =
        NAME.matcher(graph.snapshot().text(path, symbol.lines()).orElse(""))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());
    addDefinitions(path, file.references().stream().filter(names::contains).toList(), found);
    addSiblings(path, file, symbol, names, found);
    addUsers(symbol, found);
    if (symbol.kind() == Symbol.Kind.TYPE && symbol.parent() < 0) {
      addFiles(graph.testsOf(path), Relation.TESTS, found);
    }
  }

  /** The qualified name of the definition around a symbol; empty if that is its file. */
  private static String around(Symbol symbol, List<Symbol> all) {
    return symbol.parent() < 0 ? "" : all.get(symbol.parent()).qualifiedName();
  }

  /** What else of its own file a definition names. */
  private static void addSiblings(
      String path, ParsedFile file, Symbol symbol, Set<String> names, List<Neighbour> found) {
    file.symbols().stream()
        .filter(other -> names.contains(other.name()) && !symbol.lines().contains(other.lines()))
        .filter(other -> !other.lines().contains(symbol.lines()))
        .limit(MOST_MEMBERS)
        .forEach(
            other ->
                found.add(
                    new Neighbour(new NodeId(path, other.qualifiedName()), Relation.DEFINES, 1)));
  }

  /** Types first: they say more than the names of methods, which many share. */
  private void addDefinitions(String path, List<String> names, List<Neighbour> found) {
    names.stream()
        .sorted(
            Comparator.comparing((String name) -> !Character.isUpperCase(name.charAt(0)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST_NAMES)
        .filter(name -> graph.fewDefining(name).isPresent())
        .forEach(name -> addDefinition(path, name, found));
  }

  private void addDefinition(String path, String name, List<Neighbour> found) {
    List<NodeId> nodes =
        graph.definitions(name).stream().filter(node -> !node.path().equals(path)).toList();
    if (nodes.size() <= CodeGraph.FEW_DEFINITIONS) {
      nodes.forEach(node -> found.add(new Neighbour(node, Relation.DEFINES, 1.0 / nodes.size())));
    }
  }

  private void addUsers(Symbol symbol, List<Neighbour> found) {
    Optional<List<String>> users = graph.fewUsing(symbol.name());
    Optional<List<String>> definers = graph.fewDefining(symbol.name());
    if (users.isPresent() && definers.isPresent()) {
      double share = 1.0 / Math.max(1, definers.get().size());
      users
          .get()
          .forEach(user -> found.add(new Neighbour(NodeId.file(user), Relation.USES, share)));
    }
  }

  private static void addFiles(List<String> paths, Relation relation, List<Neighbour> found) {
    paths.stream()
        .limit(CodeGraph.FEW_USERS)
        .forEach(path -> found.add(new Neighbour(NodeId.file(path), relation, 1)));
  }
}
