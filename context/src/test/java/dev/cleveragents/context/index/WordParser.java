package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Reads a small language: each line is "def NAME", "use NAME" or "import NAME". */
final class WordParser implements FileParser {

  @Override
  public List<ParsedFile> read(List<SourceFile> files, CancellationToken token) {
    return files.stream().map(WordParser::read).toList();
  }

  private static ParsedFile read(SourceFile source) {
    if (!source.path().endsWith(".def")) {
      return IndexSnapshot.asText(source.path(), source.content());
    }
    List<Symbol> symbols = new ArrayList<>();
    List<Chunk> chunks = new ArrayList<>();
    TreeSet<String> references = new TreeSet<>();
    TreeSet<String> imports = new TreeSet<>();
    int number = 0;
    for (String line : source.content().split("\n", -1)) {
      number++;
      String[] parts = line.strip().split(" ", 2);
      if (line.isBlank() || parts.length < 2) {
        continue;
      }
      LineRange here = new LineRange(number, number);
      String symbol = "";
      switch (parts[0]) {
        case "def" -> {
          symbol = parts[1];
          symbols.add(
              new Symbol(symbol, "m." + symbol, Symbol.Kind.FUNCTION, here, line, "says", -1));
        }
        case "use" -> references.add(parts[1]);
        default -> imports.add(parts[1]);
      }
      chunks.add(new Chunk(symbol, here));
    }
    return new ParsedFile(
        Language.TEXT, true, symbols, List.copyOf(references), List.copyOf(imports), chunks);
  }
}
