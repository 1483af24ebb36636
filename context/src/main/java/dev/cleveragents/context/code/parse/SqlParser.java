package dev.cleveragents.context.code.parse;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunker;
import dev.cleveragents.context.code.DocText;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.code.syntax.ReferenceFinder;
import dev.cleveragents.context.code.syntax.SyntaxTreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads SQL statement by statement: what they create is defined, what they take from is referred
 * to. A statement ends at a semicolon outside of quotes, comments and dollar quotes.
 */
final class SqlParser {

  private static final String NAME = "[\\w\"`\\[\\].$]+";
  private static final Pattern CREATE =
      Pattern.compile(
          "(?is)^create\\s+(?:or\\s+replace\\s+)?(?:(?:global|local|temp|temporary|unique|materialized|external|unlogged|virtual)\\s+)*"
              + "(table|view|function|procedure|trigger|index|type|schema|sequence|domain)\\s+"
              + "(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?("
              + NAME
              + ")");
  private static final Pattern USED =
      Pattern.compile("(?i)\\b(?:from|join|into|update|references|table|on)\\s+(" + NAME + ")");
  private static final Set<String> WORDS =
      Set.of("select", "if", "set", "only", "delete", "update", "values", "conflict", "exists");

  private final String content;
  private final SqlScanner scan;
  private final SourceLines lines;
  private final List<Symbol> symbols = new ArrayList<>();
  private final Set<String> used = new TreeSet<>();

  private SqlParser(String content, SourceLines lines) {
    this.content = content;
    this.scan = new SqlScanner(content);
    this.lines = lines;
  }

  static ParsedFile parse(String content, SourceLines lines) {
    SqlParser parser = new SqlParser(content, lines);
    parser.read();
    parser.symbols.forEach(symbol -> parser.used.remove(symbol.name()));
    return new ParsedFile(
        Language.SQL,
        true,
        parser.symbols,
        parser.used.stream().limit(ReferenceFinder.MOST).toList(),
        List.of(),
        Chunker.chunks(lines, parser.symbols));
  }

  private void read() {
    int from = 0;
    while (from < content.length()) {
      int to = scan.endOfStatement(from);
      readStatement(from, to);
      from = to;
    }
  }

  private void readStatement(int from, int to) {
    int start = scan.afterSpaceAndComments(from, to);
    String statement = content.substring(start, to);
    Matcher create = CREATE.matcher(statement);
    if (create.find() && symbols.size() < SyntaxTreeReader.MOST_SYMBOLS) {
      define(create, from, start, to);
    }
    Matcher uses = USED.matcher(statement);
    while (uses.find()) {
      String name = last(bare(uses.group(1)));
      if (name.length() > 1 && !WORDS.contains(name.toLowerCase(Locale.ROOT))) {
        used.add(name);
      }
    }
  }

  private void define(Matcher create, int from, int start, int to) {
    String qualified = bare(create.group(2));
    int first = firstCommentLine(scan.line(from), scan.line(start));
    LineRange range = new LineRange(first, Math.max(scan.line(start), scan.line(to - 1)));
    String comment =
        first < scan.line(start) ? lines.text(new LineRange(first, scan.line(start) - 1)) : "";
    symbols.add(
        new Symbol(
            last(qualified),
            qualified,
            kind(create.group(1).toLowerCase(Locale.ROOT)),
            range,
            create.group().replaceAll("\\s+", " "),
            DocText.summary(List.of(comment)),
            -1));
  }

  /** The first of the lines with comments right above a statement. */
  private int firstCommentLine(int from, int line) {
    int first = line;
    while (first - 1 >= from && lines.get(first - 1).strip().startsWith("--")) {
      first--;
    }
    return first;
  }

  private static Symbol.Kind kind(String word) {
    return switch (word) {
      case "function", "procedure", "trigger" -> Symbol.Kind.FUNCTION;
      case "schema" -> Symbol.Kind.MODULE;
      case "index", "sequence" -> Symbol.Kind.FIELD;
      default -> Symbol.Kind.TYPE;
    };
  }

  private static String bare(String name) {
    return name.replaceAll("[\"`\\[\\]]", "");
  }

  private static String last(String qualified) {
    return qualified.substring(qualified.lastIndexOf('.') + 1);
  }
}
