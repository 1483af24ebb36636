package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Language;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what a file imports, one line each, as written but for keywords, quotes, aliases and lists:
 * {@code from a import b, c} gives {@code a.b} and {@code a.c}, {@code use a::{b, c}} gives {@code
 * a::b} and {@code a::c}. What is relative to the file begins with a dot.
 */
final class ImportFinder {

  private static final int MOST = 2000;

  /** What functions are called that import. */
  static final Set<String> REQUIRE =
      Set.of("require", "require_relative", "load", "import", "source", ".");

  private final SyntaxTree tree;
  private final Language language;
  private final Set<String> found = new LinkedHashSet<>();

  ImportFinder(SyntaxTree tree, Language language) {
    this.tree = tree;
    this.language = language;
  }

  /** The imports in order, each once. */
  List<String> all() {
    for (int node = 0; node < tree.size(); node++) {
      read(node);
    }
    return found.stream().filter(target -> !target.isEmpty()).limit(MOST).toList();
  }

  private void read(int node) {
    String type = tree.type(node);
    switch (language) {
      case JAVA -> {
        if (type.equals("import_declaration")) {
          add(tree.text(node), "^import\\s+(?:static\\s+)?");
        }
      }
      case KOTLIN -> {
        int name = tree.childOfType(node, "identifier");
        if (type.equals("import_header") && name != SyntaxTree.NONE) {
          boolean all = tree.childOfType(node, "wildcard_import") != SyntaxTree.NONE;
          found.add(tree.text(name) + (all ? ".*" : ""));
        }
      }
      case PYTHON -> {
        if (type.equals("import_from_statement") || type.equals("import_statement")) {
          pythonImport(node);
        }
      }
      case JAVASCRIPT, TYPESCRIPT -> {
        switch (type) {
          case "import_statement", "export_statement", "import_require_clause" ->
              addPath(node, "source");
          case "call_expression" -> addCalled(node, "function");
          default -> {}
        }
      }
      case GO, C, CPP -> {
        if (type.equals("import_spec") || type.equals("preproc_include")) {
          addPath(node, "path");
        }
      }
      case RUST -> rustImport(node, type);
      case C_SHARP -> {
        if (type.equals("using_directive")) {
          String text = tree.text(node);
          add(text.substring(text.indexOf('=') + 1), "^(?:global\\s+)?using\\s+(?:static\\s+)?");
        }
      }
      case RUBY -> {
        if (type.equals("call")) {
          addCalled(node, "method");
        }
      }
      case PHP -> phpImport(node, type);
      case BASH -> {
        if (type.equals("command")) {
          addCalled(node, "name");
        }
      }
      default -> {}
    }
  }

  /** Adds a statement without its keywords, white space and end. */
  private void add(String statement, String keywords) {
    found.add(statement.replaceFirst(keywords, "").replaceAll("\\s|;", ""));
  }

  private void addPath(int node, String field) {
    int path = tree.childInField(node, field);
    if (path != SyntaxTree.NONE) {
      found.add(unquoted(path));
    }
  }

  private void pythonImport(int node) {
    int module = tree.childInField(node, "module_name");
    String before = module == SyntaxTree.NONE ? "" : tree.text(module);
    String joint = before.isEmpty() || before.endsWith(".") ? "" : ".";
    for (int child = tree.firstChild(node); child != SyntaxTree.NONE; child = tree.next(child)) {
      if (tree.type(child).equals("wildcard_import")) {
        found.add(before + joint + "*");
      } else if (tree.field(child).equals("name")) {
        int plain = tree.childInField(child, "name");
        found.add(before + joint + tree.text(plain == SyntaxTree.NONE ? child : plain));
      }
    }
  }

  private void rustImport(int node, String type) {
    if (type.equals("use_declaration")) {
      int argument = tree.childInField(node, "argument");
      if (argument != SyntaxTree.NONE) {
        found.addAll(RustPaths.in(tree.text(argument)));
      }
    } else if (type.equals("mod_item")) {
      int name = tree.childInField(node, "name");
      if (name != SyntaxTree.NONE && tree.childInField(node, "body") == SyntaxTree.NONE) {
        found.add("self::" + tree.text(name));
      }
    }
  }

  private void phpImport(int node, String type) {
    if (type.equals("namespace_use_clause")) {
      int group = tree.parent(node);
      int around = group == SyntaxTree.NONE ? group : tree.parent(group);
      boolean inGroup = around != SyntaxTree.NONE && tree.type(group).equals("namespace_use_group");
      int prefix = inGroup ? tree.childOfType(around, "namespace_name") : SyntaxTree.NONE;
      String name = tree.text(node).replaceFirst("(?i)\\s+as\\s.*$", "").strip();
      found.add((prefix == SyntaxTree.NONE ? "" : tree.text(prefix) + "\\") + name);
    } else if (type.startsWith("require") || type.startsWith("include")) {
      int path = tree.childOfType(node, "string");
      if (path != SyntaxTree.NONE) {
        found.add("./" + unquoted(path));
      }
    }
  }

  /**
   * Adds what a call imports: one of a function that imports, with a text as its first argument.
   */
  private void addCalled(int node, String field) {
    int function = tree.childInField(node, field);
    if (function == SyntaxTree.NONE || !REQUIRE.contains(tree.text(function))) {
      return;
    }
    int first = tree.next(function);
    while (first != SyntaxTree.NONE && tree.type(first).contains("argument")) {
      first = tree.firstChild(first);
    }
    boolean isText =
        first != SyntaxTree.NONE
            && (tree.type(first).contains("string") || language == Language.BASH);
    if (isText) {
      String target = unquoted(first);
      boolean relative = tree.text(function).equals("require_relative");
      found.add(relative && !target.startsWith(".") ? "./" + target : target);
    }
  }

  private String unquoted(int node) {
    return tree.text(node).strip().replaceAll("^[\"'`]|[\"'`]$", "");
  }
}
