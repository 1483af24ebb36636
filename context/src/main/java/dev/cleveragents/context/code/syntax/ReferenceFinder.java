package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Symbol;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds the names that a file uses and does not define, neither for others nor for itself. */
public final class ReferenceFinder {

  public static final int MOST = 5000;
  private static final int LONGEST = 100;
  private static final Set<String> INTRODUCING =
      Set.of(
          "", "name", "pattern", "left", "declarator", "parameter", "parameters", "alias", "key");

  private ReferenceFinder() {}

  /**
   * The names, each once, sorted.
   *
   * @param symbols what the file defines
   * @param definitions the nodes of the names of these
   */
  public static List<String> in(
      SyntaxTree tree, NodeRoles table, List<Symbol> symbols, Set<Integer> definitions) {
    Set<String> known = new HashSet<>();
    known.addAll(ImportFinder.REQUIRE);
    symbols.forEach(symbol -> known.add(symbol.name()));
    Set<String> used = new TreeSet<>();
    int importsEnd = 0;
    for (int node = 0; node < tree.size(); node++) {
      String type = tree.type(node);
      if (table.is(type, NodeRole.IMPORT)) {
        importsEnd = tree.end(node);
      }
      if (table.is(type, NodeRole.NAME)
          && tree.start(node) >= importsEnd
          && !definitions.contains(node)) {
        (isLocal(tree, table, node) ? known : used).add(tree.text(node));
      }
    }
    return used.stream()
        .filter(name -> !known.contains(name))
        .filter(name -> name.length() > 1 && name.length() <= LONGEST)
        .limit(MOST)
        .toList();
  }

  /** Whether a name is introduced here, as a parameter or variable. */
  private static boolean isLocal(SyntaxTree tree, NodeRoles table, int node) {
    int name = node;
    int around = tree.parent(name);
    while (around != SyntaxTree.NONE && table.is(tree.type(around), NodeRole.LIST)) {
      name = around;
      around = tree.parent(name);
    }
    return around != SyntaxTree.NONE
        && table.is(tree.type(around), NodeRole.LOCAL)
        && INTRODUCING.contains(tree.field(name));
  }
}
