package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.code.Symbol;
import java.util.regex.Pattern;

/** Writes the head of a definition on one line: all of it but its annotations and its body. */
final class SignatureWriter {

  private static final int LONGEST = 1000;
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** White space that only a line break needed. */
  private static final Pattern INNER = Pattern.compile("(?<=[(\\[]) | (?=[)\\],])");

  private static final Pattern TAIL = Pattern.compile("(?:\\s|=>|[{=:;,]|; end)+$");
  private static final int SHORT_VALUE = 80;

  private final SyntaxTree tree;
  private final DefinitionFinder definitions;

  SignatureWriter(SyntaxTree tree, DefinitionFinder definitions) {
    this.tree = tree;
    this.definitions = definitions;
  }

  /**
   * The signature of a definition.
   *
   * @param whole the node where it begins: the definition itself or what is around it
   */
  String of(int node, int whole, Symbol.Kind kind) {
    int from = afterAnnotations(whole);
    int to = Math.max(from, end(node, from, kind));
    String text = tree.text(from, Math.min(to, from + 4 * LONGEST));
    String flat = INNER.matcher(SPACE.matcher(text).replaceAll(" ").strip()).replaceAll("");
    String line = TAIL.matcher(flat).replaceFirst("");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
  }

  /** Where the head ends: at the body, at a comment, or at a value that is not short. */
  private int end(int node, int from, Symbol.Kind kind) {
    int end = tree.end(node);
    int body = definitions.body(node);
    if (body != SyntaxTree.NONE) {
      end = Math.min(end, bodyStart(body));
    }
    for (int child = tree.firstChild(node); child != SyntaxTree.NONE; child = tree.next(child)) {
      if (definitions.is(child, NodeRole.COMMENT) && tree.start(child) > from) {
        return Math.min(end, tree.start(child));
      }
    }
    boolean hasValue = kind == Symbol.Kind.FIELD || tree.type(node).startsWith("preproc");
    return hasValue && !isShort(from, end) ? valueStart(node, from, end) : end;
  }

  private boolean isShort(int from, int end) {
    return end - from <= SHORT_VALUE && tree.text(from, end).strip().indexOf('\n') < 0;
  }

  private int valueStart(int node, int from, int end) {
    int value = definitions.value(node);
    if (value != SyntaxTree.NONE) {
      return Math.min(end, tree.start(value));
    }
    byte[] bytes = tree.bytes();
    for (int at = from; at < end; at++) {
      if (bytes[at] == '=') {
        return at;
      }
    }
    return end;
  }

  /** A body that starts with a keyword is cut after that keyword. */
  private int bodyStart(int body) {
    String text = tree.text(tree.start(body), Math.min(tree.end(body), tree.start(body) + 20));
    return tree.start(body) + (text.startsWith("interface") ? "interface".length() : 0);
  }

  private int afterAnnotations(int node) {
    int from = tree.start(node);
    int current = node;
    int child = tree.firstChild(current);
    while (child != SyntaxTree.NONE && tree.start(child) == from) {
      if (definitions.is(child, NodeRole.ANNOTATION)) {
        int next = tree.next(child);
        int end = next == SyntaxTree.NONE ? tree.end(child) : tree.start(next);
        from = skipSpace(tree.end(child), end);
        child = next == SyntaxTree.NONE ? afterAll(child) : next;
      } else {
        child = tree.firstChild(child);
      }
    }
    return from;
  }

  /** The next node after the last child of something, further up. */
  private int afterAll(int node) {
    int up = tree.parent(node);
    while (up != SyntaxTree.NONE && tree.next(up) == SyntaxTree.NONE) {
      up = tree.parent(up);
    }
    return up == SyntaxTree.NONE ? SyntaxTree.NONE : tree.next(up);
  }

  private int skipSpace(int from, int to) {
    int at = from;
    byte[] bytes = tree.bytes();
    while (at < Math.max(to, from) && Character.isWhitespace(bytes[at])) {
      at++;
    }
    return at;
  }
}
