package dev.cleveragents.context.code;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows a file, or one definition in it, at a depth. The text is made from the parse: at every
 * depth it is whole, none is a piece of a deeper one cut off. Names shown at one depth are shown at
 * every deeper one.
 *
 * <p>Code has the depths 0, 2, 3, 4, 6 and 9; documents, files of keys and what has no syntax 0, 2,
 * 4 and 9. Between them it is shown at the one below. Same arguments, same text.
 */
public final class DepthRenderer {

  private static final List<Depth> OF_CODE =
      List.of(
          Depth.LISTING,
          Depth.MEMBERS,
          Depth.SUMMARIES,
          Depth.SIGNATURES,
          Depth.OUTLINE,
          Depth.FULL);
  private static final List<Depth> OF_DOCUMENTS =
      List.of(Depth.LISTING, Depth.MEMBERS, Depth.SIGNATURES, Depth.FULL);

  private final NodeId node;
  private final SourceLines lines;
  private final ParsedFile file;

  private DepthRenderer(NodeId node, String content, ParsedFile file) {
    this.node = node;
    this.lines = new SourceLines(content);
    this.file = file;
  }

  /**
   * Shows a node.
   *
   * @param content the content of the node's file
   * @param file what was found in that content
   * @return nothing if the file is empty or does not define the node; the first one if it defines
   *     several of that name
   */
  public static Optional<Rendered> render(
      NodeId node, String content, ParsedFile file, Depth depth) {
    DepthRenderer renderer = new DepthRenderer(node, content, file);
    return renderer.range().map(range -> renderer.rendered(range, possible(file, depth)));
  }

  /** The depth at which a file of this kind is really shown. */
  public static Depth possible(ParsedFile file, Depth wanted) {
    List<Depth> depths = isDocument(file) ? OF_DOCUMENTS : OF_CODE;
    return depths.stream()
        .filter(depth -> depth.compareTo(wanted) <= 0)
        .reduce(Depth.LISTING, (_, later) -> later);
  }

  private static boolean isDocument(ParsedFile file) {
    return switch (file.language()) {
      case MARKDOWN, YAML, TOML, JSON, TEXT -> true;
      default -> !file.bySyntax();
    };
  }

  private Optional<LineRange> range() {
    if (node.isFile()) {
      return lines.count() == 0 ? Optional.empty() : Optional.of(new LineRange(1, lines.count()));
    }
    int index = index();
    return index < 0 ? Optional.empty() : Optional.of(file.symbols().get(index).lines());
  }

  /** The place of the node among the symbols; -1 for the file. */
  private int index() {
    for (int i = 0; i < file.symbols().size(); i++) {
      if (file.symbols().get(i).qualifiedName().equals(node.symbol())) {
        return i;
      }
    }
    return -1;
  }

  private Rendered rendered(LineRange range, Depth depth) {
    String text =
        switch (depth.level()) {
          case 9 -> lines.text(range);
          case 6 -> new BodyShapes(lines, file.symbols()).shown(index(), range);
          case 0 -> listing();
          default -> tree(depth);
        };
    return new Rendered(range, depth, text);
  }

  private String listing() {
    if (!node.isFile()) {
      return node.path() + ": " + node.symbol();
    }
    List<String> names = new ArrayList<>();
    if (file.language() == Language.MARKDOWN) {
      file.symbols().stream().limit(1).map(Symbol::name).forEach(names::add);
    } else if (!isDocument(file)) {
      addNames(-1, names);
    }
    return names.isEmpty() ? node.path() : node.path() + ": " + String.join(", ", names);
  }

  /** Names of what is in something; a module that holds others is left out for what it holds. */
  private void addNames(int parent, List<String> names) {
    for (int i = 0; i < file.symbols().size(); i++) {
      Symbol symbol = file.symbols().get(i);
      if (symbol.parent() == parent) {
        int before = names.size();
        if (symbol.kind() == Symbol.Kind.MODULE) {
          addNames(i, names);
        }
        if (names.size() == before && !names.contains(symbol.qualifiedName())) {
          names.add(symbol.qualifiedName());
        }
      }
    }
  }

  private String tree(Depth depth) {
    StringBuilder text = new StringBuilder(node.path());
    if (!file.bySyntax()) {
      for (Chunk chunk : file.chunks()) {
        text.append('\n').append(opening(chunk.lines(), depth));
      }
      return text.toString();
    }
    int from = index();
    int[] level = new int[file.symbols().size()];
    String before = "";
    for (int i = Math.max(0, from); i < file.symbols().size(); i++) {
      Symbol symbol = file.symbols().get(i);
      int above = symbol.parent() < 0 ? 0 : level[symbol.parent()];
      if (from < 0 || i == from || above > 0) {
        level[i] = above + 1;
        String line = "\n" + "  ".repeat(above) + line(symbol, i == from, depth);
        // Several that are declared at once have one signature.
        text.append(line.equals(before) ? "" : line);
        before = line;
      }
    }
    return text.toString();
  }

  private String line(Symbol symbol, boolean isNode, Depth depth) {
    boolean wantsSignature = depth.equals(Depth.SIGNATURES) || symbol.kind() == Symbol.Kind.SECTION;
    String name = isNode || symbol.parent() < 0 ? symbol.qualifiedName() : symbol.name();
    String head =
        wantsSignature
            ? symbol.signature()
            : name + (symbol.kind() == Symbol.Kind.FUNCTION ? "()" : "");
    boolean wantsSummary = depth.compareTo(Depth.SUMMARIES) >= 0 && !symbol.summary().isEmpty();
    return wantsSummary ? head + " — " + symbol.summary() : head;
  }

  private String opening(LineRange range, Depth depth) {
    return depth.equals(Depth.SIGNATURES)
        ? DocText.firstSentence(lines.text(range))
        : lines.get(range.first()).strip();
  }
}
