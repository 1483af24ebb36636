package dev.cleveragents.context.code.syntax;

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
  private final Grammar grammar;
  private final Set<String> found = new LinkedHashSet<>();

  ImportFinder(SyntaxTree tree, Grammar grammar) {
    this.tree = tree;
    this.grammar = grammar;
  }

  /** The imports in order, each once. */
  List<String> all() {
    for (int node = 0; node < tree.size(); node++) {
      read(node);
    }
    return found.stream().filter(target -> !target.isEmpty()).limit(MOST).toList();
  }

  private void read(int node) {
    switch (grammar) {
      case JAVA -> ifType(node, "import_declaration", this::javaImport);
      case KOTLIN -> ifType(node, "import_header", this::kotlinImport);
      case PYTHON -> pythonImport(node);
      case JAVASCRIPT, TYPESCRIPT -> scriptImport(node);
      case GO -> ifType(node, "import_spec", this::inPath);
      case RUST -> rustImport(node);
      case C, CPP -> ifType(node, "preproc_include", this::inPath);
      case C_SHARP -> ifType(node, "using_directive", this::sharpImport);
      case RUBY -> ifType(node, "call", this::rubyImport);
      case PHP -> phpImport(node);
      case BASH -> ifType(node, "command", this::shellImport);
      case JSON -> {}
    }
  }

  private interface Reader {
    void read(int node);
  }

  private void ifType(int node, String type, Reader reader) {
    if (tree.type(node).equals(type)) {
      reader.read(node);
    }
  }

  private void javaImport(int node) {
    found.add(
        tree.text(node)
            .replaceFirst("^import\\s+", "")
            .replaceFirst("^static\\s+", "")
            .replaceAll("\\s|;", ""));
  }

  private void kotlinImport(int node) {
    int name = tree.childOfType(node, "identifier");
    boolean all = tree.childOfType(node, "wildcard_import") != SyntaxTree.NONE;
    if (name != SyntaxTree.NONE) {
      found.add(tree.text(name) + (all ? ".*" : ""));
    }
  }

  private void pythonImport(int node) {
    boolean from = tree.type(node).equals("import_from_statement");
    if (!from && !tree.type(node).equals("import_statement")) {
      return;
    }
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

  private void scriptImport(int node) {
    switch (tree.type(node)) {
      case "import_statement", "export_statement", "import_require_clause" -> {
        int source = tree.childInField(node, "source");
        if (source != SyntaxTree.NONE) {
          found.add(unquoted(source));
        }
      }
      case "call_expression" -> called(node, "function");
      default -> {}
    }
  }

  private void inPath(int node) {
    int path = tree.childInField(node, "path");
    if (path != SyntaxTree.NONE) {
      found.add(unquoted(path));
    }
  }

  private void rustImport(int node) {
    switch (tree.type(node)) {
      case "use_declaration" -> {
        int argument = tree.childInField(node, "argument");
        if (argument != SyntaxTree.NONE) {
          RustPaths.in(tree.text(argument)).forEach(found::add);
        }
      }
      case "mod_item" -> {
        int name = tree.childInField(node, "name");
        if (name != SyntaxTree.NONE && tree.childInField(node, "body") == SyntaxTree.NONE) {
          found.add("self::" + tree.text(name));
        }
      }
      default -> {}
    }
  }

  private void sharpImport(int node) {
    String text = tree.text(node);
    found.add(
        text.substring(text.indexOf('=') + 1)
            .replaceFirst("^(?:global\\s+)?using\\s+(?:static\\s+)?", "")
            .replaceAll("\\s|;", ""));
  }

  private void rubyImport(int node) {
    called(node, "method");
  }

  private void phpImport(int node) {
    String type = tree.type(node);
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

  private void shellImport(int node) {
    called(node, "name");
  }

  /** A call of a function that imports, with a text as its first argument. */
  private void called(int node, String field) {
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
            && (tree.type(first).contains("string") || grammar == Grammar.BASH);
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
