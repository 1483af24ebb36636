package dev.cleveragents.context.code.syntax;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunker;
import dev.cleveragents.context.code.DocText;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads symbols, references and imports out of a tree in one pass over its nodes, without
 * recursion, so that no nesting is too deep. What could not be parsed is passed over; what is
 * around and inside of it is read.
 */
public final class SyntaxTreeReader {

  /** More than any file has that a person wrote; the rest is found as text. */
  public static final int MOST_SYMBOLS = 5000;

  /** What is nested deeper is found as text: its names would grow with every level. */
  private static final int DEEPEST = 40;

  private static final int DEEPEST_KEY = 3;
  private static final int CLOSED = -1;

  private final SyntaxTree tree;
  private final Language language;
  private final NodeRoles table;
  private final DefinitionFinder definitions;
  private final SourcePositions positions;
  private final AttachedComments comments;
  private final SignatureWriter signatures;
  private final List<Owner> owners = new ArrayList<>();
  private final List<Symbol> symbols = new ArrayList<>();
  private final Set<Integer> namesOfDefinitions = new HashSet<>();

  /** In what something is defined: a symbol (or -1), what its name begins with, how deep it is. */
  private record Owner(int symbol, String prefix, int depth) {}

  private SyntaxTreeReader(SyntaxTree tree, Language language) {
    this.tree = tree;
    this.language = language;
    this.table = NodeRoles.of(language);
    this.definitions = new DefinitionFinder(tree, table);
    this.positions = new SourcePositions(tree.bytes());
    this.comments = new AttachedComments(tree, table, positions);
    this.signatures = new SignatureWriter(tree, definitions);
  }

  /** What a file holds. */
  public static ParsedFile read(SyntaxTree tree, Language language, SourceLines lines) {
    SyntaxTreeReader reader = new SyntaxTreeReader(tree, language);
    reader.readSymbols();
    List<String> references =
        ReferenceFinder.in(tree, reader.table, reader.symbols, reader.namesOfDefinitions);
    return new ParsedFile(
        language,
        true,
        reader.symbols,
        references,
        new ImportFinder(tree, language).all(),
        Chunker.chunks(lines, reader.symbols));
  }

  private void readSymbols() {
    owners.add(new Owner(-1, "", 0));
    int[] ownerWithin = new int[tree.size()];
    for (int node = 1; node < tree.size() && symbols.size() < MOST_SYMBOLS; node++) {
      int owner = ownerWithin[tree.parent(node)];
      ownerWithin[node] = owner == CLOSED ? CLOSED : ownerWithin(node, owner);
    }
  }

  /** Adds what a node defines, and says in what its children are defined. */
  private int ownerWithin(int node, int owner) {
    Symbol.Kind kind = definitions.kind(node);
    int deepest = kind == Symbol.Kind.KEY ? DEEPEST_KEY : DEEPEST;
    if (kind != null && owners.get(owner).depth() < deepest) {
      List<DefinitionFinder.Name> names = definitions.names(node);
      if (!names.isEmpty()) {
        return define(node, kind, names, owners.get(owner));
      }
    }
    if (table.is(tree.type(node), NodeRole.SCOPE)) {
      Owner around = owners.get(owner);
      List<String> parts = definitions.scopeName(node);
      return open(new Owner(around.symbol(), prefix(around, parts), around.depth()));
    }
    return table.is(tree.type(node), NodeRole.OPAQUE) ? CLOSED : owner;
  }

  private int define(int node, Symbol.Kind kind, List<DefinitionFinder.Name> names, Owner owner) {
    int whole = whole(node);
    boolean alone = whole != node && definitionsIn(whole) == 1;
    int line = positions.line(tree.start(whole));
    AttachedComments.Above above = comments.above(tree.start(whole));
    int end = tree.end(alone ? whole : node);
    LineRange lines =
        new LineRange(above.firstLine(), Math.max(line, positions.lastLine(tree.start(node), end)));
    for (DefinitionFinder.Name name : names) {
      Symbol.Kind exact =
          kind == Symbol.Kind.FIELD && name.isFunction() ? Symbol.Kind.FUNCTION : kind;
      symbols.add(
          new Symbol(
              name.last(),
              prefix(owner, name.parts()),
              exact,
              lines,
              signatures.of(node, whole, exact),
              summary(node, above),
              owner.symbol()));
      namesOfDefinitions.add(name.node());
    }
    boolean holdsOthers =
        kind == Symbol.Kind.TYPE || kind == Symbol.Kind.MODULE || kind == Symbol.Kind.KEY;
    int added = symbols.size() - 1;
    return holdsOthers
        ? open(new Owner(added, symbols.get(added).qualifiedName(), owner.depth() + 1))
        : CLOSED;
  }

  /** The definition with what is around it, as far as that belongs to it. */
  private int whole(int node) {
    int whole = node;
    int around = tree.parent(node);
    while (around != SyntaxTree.NONE
        && table.is(tree.type(around), NodeRole.WRAPPER)
        && (definitionsIn(around) == 1 || onOneLine(around, whole))) {
      whole = around;
      around = tree.parent(around);
    }
    return whole;
  }

  private boolean onOneLine(int around, int node) {
    return positions.line(tree.start(around)) == positions.line(tree.start(node));
  }

  /** How many children of a wrapper are definitions, or wrap one. */
  private int definitionsIn(int wrapper) {
    int count = 0;
    for (int child = tree.firstChild(wrapper); child != SyntaxTree.NONE; child = tree.next(child)) {
      boolean counts = definitions.kind(child) != null || definitions.is(child, NodeRole.WRAPPER);
      count += counts ? 1 : 0;
    }
    return count;
  }

  private String summary(int node, AttachedComments.Above above) {
    if (language == Language.PYTHON) {
      int body = definitions.body(node);
      int first = body == SyntaxTree.NONE ? body : tree.firstChild(body);
      int text = first == SyntaxTree.NONE ? first : tree.childOfType(first, "string");
      int content = text == SyntaxTree.NONE ? text : tree.childOfType(text, "string_content");
      if (content != SyntaxTree.NONE && tree.type(first).equals("expression_statement")) {
        return DocText.summary(List.of(tree.text(content)));
      }
    }
    return DocText.summary(above.comments());
  }

  private static String prefix(Owner owner, List<String> parts) {
    String name = String.join(".", parts);
    return owner.prefix().isEmpty() ? name : owner.prefix() + "." + name;
  }

  private int open(Owner owner) {
    owners.add(owner);
    return owners.size() - 1;
  }
}
