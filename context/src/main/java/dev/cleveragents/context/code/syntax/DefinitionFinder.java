package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds in a tree what a node defines: its names, and whether it is a function. */
final class DefinitionFinder {

  private static final Set<String> COMPOUND =
      Set.of("qualified_identifier", "destructor_name", "operator_name", "scope_resolution");
  private static final Set<String> NOT_PART_OF_A_NAME =
      Set.of("prototype", "exports", "module", "this", "");
  private static final int LONGEST_NAME = 200;

  private final SyntaxTree tree;
  private final NodeRoles table;

  DefinitionFinder(SyntaxTree tree, NodeRoles table) {
    this.tree = tree;
    this.table = table;
  }

  /**
   * A name that is defined.
   *
   * @param node its node, or {@link SyntaxTree#NONE}
   * @param parts the name, after those of what it says it is in
   * @param isFunction whether it takes arguments
   */
  record Name(int node, List<String> parts, boolean isFunction) {

    String last() {
      return parts.getLast();
    }
  }

  boolean is(int node, NodeRole role) {
    return table.is(tree.type(node), role);
  }

  /** The kind of thing it would define, or null if its type is none that does. */
  Symbol.@Nullable Kind kind(int node) {
    if (is(node, NodeRole.NEEDS_BODY) && body(node) == SyntaxTree.NONE) {
      return null;
    }
    if (is(node, NodeRole.TYPE)) {
      return Symbol.Kind.TYPE;
    }
    if (is(node, NodeRole.FUNCTION) || (is(node, NodeRole.ASSIGNMENT) && hasFunctionValue(node))) {
      return Symbol.Kind.FUNCTION;
    }
    if (is(node, NodeRole.FIELD)) {
      return Symbol.Kind.FIELD;
    }
    if (is(node, NodeRole.MODULE)) {
      return Symbol.Kind.MODULE;
    }
    return is(node, NodeRole.KEY) ? Symbol.Kind.KEY : null;
  }

  /** The names it defines, in order; none if it is not a definition after all. */
  List<Name> names(int node) {
    List<Name> names = new ArrayList<>();
    for (String field : List.of("name", "property", "key", "left")) {
      for (int child = tree.firstChild(node);
          child != SyntaxTree.NONE && (names.isEmpty() || field.equals("name"));
          child = tree.next(child)) {
        if (tree.field(child).equals(field)) {
          addName(names, child, receiver(node), hasFunctionValue(node));
        }
      }
    }
    if (names.isEmpty()) {
      addDeclared(names, node);
    }
    if (names.isEmpty()) {
      addBare(names, node);
    }
    String standIn = table.unnamed().get(tree.type(node));
    if (names.isEmpty() && standIn != null) {
      names.add(new Name(SyntaxTree.NONE, List.of(standIn), false));
    }
    return names;
  }

  /** Where its body begins, or {@link SyntaxTree#NONE}. */
  int body(int node) {
    for (int child = tree.firstChild(node); child != SyntaxTree.NONE; child = tree.next(child)) {
      String field = tree.field(child);
      if (field.equals("body") || field.equals("accessors") || is(child, NodeRole.BODY)) {
        return child;
      }
      // The types of Go have theirs one level down, and so have functions that are values.
      if (field.equals("type") || is(child, NodeRole.FUNCTION_VALUE)) {
        int below = body(child);
        if (below != SyntaxTree.NONE) {
          return below;
        }
      }
    }
    return SyntaxTree.NONE;
  }

  /** The value it is given, or {@link SyntaxTree#NONE}. */
  int value(int node) {
    for (String field : List.of("value", "right", "default_value")) {
      int child = tree.childInField(node, field);
      if (child != SyntaxTree.NONE) {
        return child;
      }
    }
    return SyntaxTree.NONE;
  }

  private boolean hasFunctionValue(int node) {
    int value = value(node);
    return value != SyntaxTree.NONE && is(value, NodeRole.FUNCTION_VALUE);
  }

  /** In Go, the type that a method is declared for. */
  private List<String> receiver(int node) {
    int receiver = tree.childInField(node, "receiver");
    return receiver == SyntaxTree.NONE ? List.of() : firstTypeName(receiver);
  }

  /** In Rust, the type that is implemented. */
  List<String> scopeName(int node) {
    int type = tree.childInField(node, "type");
    return type == SyntaxTree.NONE ? List.of() : firstTypeName(type);
  }

  private List<String> firstTypeName(int within) {
    for (int node = within; node < tree.size() && tree.start(node) < tree.end(within); node++) {
      if (tree.type(node).equals("type_identifier")) {
        return List.of(tree.text(node));
      }
    }
    return List.of();
  }

  private void addName(List<Name> names, int node, List<String> before, boolean isFunction) {
    List<String> parts = new ArrayList<>(before);
    for (String part : tree.text(node).replaceAll("<.*>|[\"'`]", "").split("::|\\.|\\\\", -1)) {
      if (!NOT_PART_OF_A_NAME.contains(part.strip())) {
        parts.add(part.strip());
      }
    }
    boolean isName =
        is(node, NodeRole.NAME)
            || COMPOUND.contains(tree.type(node))
            || !tree.field(node).equals("left")
            || tree.type(node).equals("member_expression");
    int length = tree.end(node) - tree.start(node);
    if (isName && !parts.isEmpty() && length > 0 && length <= LONGEST_NAME) {
      names.add(new Name(node, List.copyOf(parts), isFunction));
    }
  }

  /** In C, the name is inside of what describes its type. */
  private void addDeclared(List<Name> names, int node) {
    for (int child = tree.firstChild(node); child != SyntaxTree.NONE; child = tree.next(child)) {
      if (tree.field(child).equals("declarator")) {
        boolean isFunction = false;
        int inner = child;
        while (inner != SyntaxTree.NONE && !isDeclaredName(inner)) {
          int below = tree.childInField(inner, "declarator");
          int next = below == SyntaxTree.NONE ? tree.firstChild(inner) : below;
          isFunction |=
              tree.type(inner).equals("function_declarator")
                  && !tree.type(next).equals("parenthesized_declarator");
          inner = next;
        }
        if (inner != SyntaxTree.NONE) {
          addName(names, inner, List.of(), isFunction);
        }
      }
    }
  }

  private boolean isDeclaredName(int node) {
    return is(node, NodeRole.NAME) || COMPOUND.contains(tree.type(node));
  }

  /** In Kotlin and PHP, the name is just the first one there. */
  private void addBare(List<Name> names, int node) {
    int within = tree.childOfType(node, "variable_declaration");
    int from = within == SyntaxTree.NONE ? node : within;
    for (int child = tree.firstChild(from); child != SyntaxTree.NONE; child = tree.next(child)) {
      if (is(child, NodeRole.NAME) && tree.field(child).isEmpty()) {
        addName(names, child, List.of(), false);
        return;
      }
    }
  }
}
