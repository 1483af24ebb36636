package dev.cleveragents.context.graph;

import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what is one hop from a node. A name that many define or use leads nowhere. */
final class NeighbourFinder {

  private static final int MOST_DEFINITIONS = CachedLookups.FEW_DEFINITIONS;
  private static final int MOST_USERS = CachedLookups.FEW_USERS;
  private static final int MOST_NAMES = 150;
  private static final int MOST_MEMBERS = 20;

  private final CachedLookups lookups;

  NeighbourFinder(CachedLookups lookups) {
    this.lookups = lookups;
  }

  /**
   * A node one hop away.
   *
   * @param relation what it is to the node one comes from
   * @param share its part, 0 to 1, if a name means several
   */
  record Neighbour(NodeId node, Relation relation, double share) {}

  List<Neighbour> of(NodeId node) {
    Optional<ParsedFile> file = lookups.parsed(node.path());
    if (file.isEmpty()) {
      return List.of();
    }
    List<Neighbour> found = new ArrayList<>();
    if (node.isFile()) {
      addFile(node, file.get(), found);
    } else {
      addSymbol(node, file.get(), found);
    }
    found.removeIf(neighbour -> neighbour.node().equals(node));
    return found;
  }

  private void addFile(NodeId node, ParsedFile file, List<Neighbour> found) {
    String path = node.path();
    addFiles(CodeGraph.imports(lookups, path), Relation.IMPORTED, found);
    addFiles(CodeGraph.importers(lookups, path), Relation.USES, found);
    addFiles(CodeGraph.testsOf(lookups, path), Relation.TESTS, found);
    addFiles(CodeGraph.testedBy(lookups, path), Relation.TESTED, found);
    addDefinitions(path, file.references(), found);
    file.symbols().stream()
        .filter(symbol -> symbol.parent() < 0 && symbol.kind() != Symbol.Kind.SECTION)
        .limit(MOST_MEMBERS)
        .forEach(symbol -> addUsers(symbol, found));
  }

  private void addSymbol(NodeId node, ParsedFile file, List<Neighbour> found) {
    CodeGraph.container(lookups, node)
        .ifPresent(around -> found.add(new Neighbour(around, Relation.CONTAINS, 1)));
    CodeGraph.members(lookups, node).stream()
        .limit(MOST_MEMBERS)
        .forEach(member -> found.add(new Neighbour(member, Relation.MEMBER, 1)));
    file.symbols().stream()
        .filter(symbol -> symbol.qualifiedName().equals(node.symbol()))
        .findFirst()
        .ifPresent(
            symbol -> {
              Set<String> names = namesIn(node.path(), symbol);
              List<String> used = file.references().stream().filter(names::contains).toList();
              addDefinitions(node.path(), used, found);
              addSiblings(node.path(), file, symbol, names, found);
              addUsers(symbol, found);
              boolean isType = symbol.kind() == Symbol.Kind.TYPE && symbol.parent() < 0;
              if (isType) {
                addFiles(CodeGraph.testsOf(lookups, node.path()), Relation.TESTS, found);
              }
            });
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

  private Set<String> namesIn(String path, Symbol symbol) {
    return lookups
        .text(path)
        .map(text -> NamesInText.of(text, symbol.lines()))
        .orElseGet(HashSet::new);
  }

  /** Types first: they say more than the names of methods, which many share. */
  private void addDefinitions(String path, List<String> names, List<Neighbour> found) {
    names.stream()
        .sorted(
            Comparator.comparing((String name) -> !Character.isUpperCase(name.charAt(0)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST_NAMES)
        .forEach(
            name -> {
              if (lookups.fewDefining(name).isPresent()) {
                addDefinition(path, name, found);
              }
            });
  }

  private void addDefinition(String path, String name, List<Neighbour> found) {
    List<NodeId> nodes =
        CodeGraph.definitions(lookups, name).stream()
            .filter(node -> !node.path().equals(path))
            .toList();
    if (nodes.size() <= MOST_DEFINITIONS) {
      nodes.forEach(node -> found.add(new Neighbour(node, Relation.DEFINES, 1.0 / nodes.size())));
    }
  }

  private void addUsers(Symbol symbol, List<Neighbour> found) {
    Optional<List<String>> users = lookups.fewReferringTo(symbol.name());
    Optional<List<String>> definers = lookups.fewDefining(symbol.name());
    if (users.isPresent() && definers.isPresent()) {
      double share = 1.0 / Math.max(1, definers.get().size());
      users
          .get()
          .forEach(user -> found.add(new Neighbour(NodeId.file(user), Relation.USES, share)));
    }
  }

  private static void addFiles(List<String> paths, Relation relation, List<Neighbour> found) {
    paths.stream()
        .limit(MOST_USERS)
        .forEach(path -> found.add(new Neighbour(NodeId.file(path), relation, 1)));
  }
}
