package dev.cleveragents.context.code.parse;

import dev.cleveragents.context.code.Chunker;
import dev.cleveragents.context.code.DocText;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.code.syntax.ReferenceFinder;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Markdown: its headings are sections, names in code marks are references, links to files are
 * imports. Fenced code and a preamble between dashes have no headings.
 */
final class MarkdownParser {

  private static final Pattern HEADING = Pattern.compile("^ {0,3}(#{1,6})[ \\t]+(.*?)[ \\t#]*$");
  private static final Pattern UNDERLINE = Pattern.compile("^ {0,3}(=+|-{2,})\\s*$");
  private static final Pattern FENCE = Pattern.compile("^ {0,3}(```+|~~~+).*$");
  private static final Pattern CODE_NAME = Pattern.compile("`([\\w.$:#]{2,100})(?:\\(\\))?`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s:]+)(?:#[^)]*)?\\)");

  private final SourceLines lines;
  private final OutlineSymbols outline = new OutlineSymbols(Symbol.Kind.SECTION);
  private final Set<String> references = new TreeSet<>();
  private final Set<String> links = new TreeSet<>();

  private MarkdownParser(SourceLines lines) {
    this.lines = lines;
  }

  static ParsedFile parse(SourceLines lines) {
    MarkdownParser parser = new MarkdownParser(lines);
    parser.read();
    var symbols = parser.outline.symbols(lines);
    return new ParsedFile(
        Language.MARKDOWN,
        true,
        symbols,
        parser.references.stream().limit(ReferenceFinder.MOST).toList(),
        parser.links.stream().limit(ReferenceFinder.MOST).toList(),
        Chunker.chunks(lines, symbols));
  }

  private void read() {
    String fence = "";
    for (int line = afterPreamble(); line <= lines.count(); line++) {
      String text = lines.get(line);
      Matcher mark = FENCE.matcher(text);
      if (mark.matches()) {
        fence = fence.isEmpty() ? mark.group(1) : mark.group(1).startsWith(fence) ? "" : fence;
      } else if (fence.isEmpty()) {
        readHeading(line, text);
        readNames(text);
      }
    }
  }

  private int afterPreamble() {
    if (lines.count() > 0 && lines.get(1).strip().equals("---")) {
      for (int line = 2; line <= lines.count(); line++) {
        if (lines.get(line).strip().equals("---")) {
          return line + 1;
        }
      }
    }
    return 1;
  }

  private void readHeading(int line, String text) {
    Matcher heading = HEADING.matcher(text);
    if (heading.matches()) {
      add(heading.group(1).length(), line, heading.group(2), line + 1);
    } else if (line < lines.count() && !text.isBlank() && isParagraphOfOne(line)) {
      Matcher under = UNDERLINE.matcher(lines.get(line + 1));
      if (under.matches()) {
        add(under.group(1).startsWith("=") ? 1 : 2, line, text.strip(), line + 2);
      }
    }
  }

  private boolean isParagraphOfOne(int line) {
    return (line == 1 || lines.isBlank(line - 1))
        && !lines.get(line).matches("^\\s*(?:[-*+>|]|\\d+\\.).*")
        && !UNDERLINE.matcher(lines.get(line)).matches();
  }

  private void add(int level, int line, String title, int after) {
    String name = title.replaceAll("[`*_]", "").strip();
    if (!name.isEmpty()) {
      outline.add(
          new OutlineSymbols.Entry(
              level, line, name, "#".repeat(level) + " " + name, opening(after)));
    }
  }

  /** The first sentence of the first paragraph from here, before the next heading. */
  private String opening(int from) {
    StringBuilder paragraph = new StringBuilder();
    for (int line = from; line <= lines.count(); line++) {
      String text = lines.get(line);
      boolean ends = HEADING.matcher(text).matches() || FENCE.matcher(text).matches();
      if (ends || (text.isBlank() && !paragraph.isEmpty())) {
        break;
      }
      paragraph.append(' ').append(text.strip());
    }
    return DocText.firstSentence(paragraph.toString());
  }

  private void readNames(String text) {
    Matcher names = CODE_NAME.matcher(text);
    while (names.find()) {
      for (String part : names.group(1).split("[.:#]+", -1)) {
        if (part.length() > 1) {
          references.add(part);
        }
      }
    }
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      String target = link.group(1);
      links.add(target.startsWith(".") || target.startsWith("/") ? target : "./" + target);
    }
  }
}
