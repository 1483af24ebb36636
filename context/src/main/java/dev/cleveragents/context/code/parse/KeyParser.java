package dev.cleveragents.context.code.parse;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunker;
import dev.cleveragents.context.code.DocText;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the keys of YAML and TOML, three levels of them, by their lines. What is not a key on a
 * line of its own belongs to the key before it; blocks of text have no keys.
 */
final class KeyParser {

  private static final int DEEPEST = 3;

  private static final Pattern YAML_KEY =
      Pattern.compile(
          "^(\\s*)(\"[^\"]+\"|'[^']+'|[^\\s#'\"&*!|>%@`\\[\\]{},-][^#:]*?)\\s*:(?:\\s+(.*))?$");
  private static final Pattern YAML_TEXT = Pattern.compile(".*[|>][+-]?\\d?\\s*(?:#.*)?$");
  private static final Pattern TOML_TABLE =
      Pattern.compile("^\\s*(\\[\\[?)\\s*([^\\[\\]]+?)\\s*]]?\\s*(?:#.*)?$");
  private static final Pattern TOML_KEY =
      Pattern.compile("^\\s*(\"[^\"]+\"|'[^']+'|[\\w.-]+)\\s*=\\s*(.*)$");

  private final SourceLines lines;
  private final OutlineSymbols outline = new OutlineSymbols(Symbol.Kind.KEY);

  private KeyParser(SourceLines lines) {
    this.lines = lines;
  }

  static ParsedFile yaml(SourceLines lines) {
    KeyParser parser = new KeyParser(lines);
    parser.readYaml();
    return parser.parsed(Language.YAML);
  }

  static ParsedFile toml(SourceLines lines) {
    KeyParser parser = new KeyParser(lines);
    parser.readToml();
    return parser.parsed(Language.TOML);
  }

  private ParsedFile parsed(Language language) {
    List<Symbol> symbols = outline.symbols(lines);
    return new ParsedFile(
        language, true, symbols, List.of(), List.of(), Chunker.chunks(lines, symbols));
  }

  private void readYaml() {
    int[] indents = new int[DEEPEST];
    int depth = 0;
    int textDeeperThan = -1;
    for (int line = 1; line <= lines.count(); line++) {
      int indent = lines.indentation(line);
      boolean inText = textDeeperThan >= 0 && (lines.isBlank(line) || indent > textDeeperThan);
      Matcher key = YAML_KEY.matcher(lines.get(line));
      if (inText || !key.matches()) {
        continue;
      }
      textDeeperThan = YAML_TEXT.matcher(lines.get(line)).matches() ? indent : -1;
      while (depth > 0 && indents[depth - 1] >= indent) {
        depth--;
      }
      if (depth < DEEPEST && (depth > 0 || indent == 0)) {
        indents[depth++] = indent;
        add(depth, line, key.group(2));
      }
    }
  }

  private void readToml() {
    boolean inTable = false;
    String quote = "";
    for (int line = 1; line <= lines.count(); line++) {
      String text = lines.get(line);
      if (quote.isEmpty()) {
        Matcher table = TOML_TABLE.matcher(text);
        Matcher key = TOML_KEY.matcher(text);
        if (table.matches()) {
          inTable = true;
          add(1, line, table.group(2));
        } else if (key.matches() && (inTable || text.charAt(0) != ' ')) {
          add(inTable ? 2 : 1, line, key.group(1));
        }
      }
      quote = quoteAfter(text, quote);
    }
  }

  /** The quotation marks of a text over several lines that is open after a line, or none. */
  private static String quoteAfter(String text, String before) {
    String open = before;
    for (String mark : List.of("\"\"\"", "'''")) {
      int count = (text.length() - text.replace(mark, "").length()) / mark.length();
      if (count % 2 == 1 && (open.isEmpty() || open.equals(mark))) {
        open = open.isEmpty() ? mark : "";
      }
    }
    return open;
  }

  private void add(int level, int line, String key) {
    String name = key.replaceAll("^[\"']|[\"']$", "").strip();
    int first = line;
    while (first > 1 && lines.get(first - 1).strip().startsWith("#")) {
      first--;
    }
    List<String> comment =
        first == line ? List.of() : List.of(lines.text(new LineRange(first, line - 1)));
    outline.add(
        new OutlineSymbols.Entry(
            level, first, name, lines.get(line).strip(), DocText.summary(comment)));
  }
}
