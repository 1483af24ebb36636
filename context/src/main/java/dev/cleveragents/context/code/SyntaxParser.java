package dev.cleveragents.context.code;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Parses files with the native grammars. For the {@link ParserProcess} only. */
final class SyntaxParser implements ParserProcess.FileParser {

  private final TreeSitter treeSitter = new TreeSitter();

  @Override
  public ParsedFile parse(Source source) {
    Language language = Language.of(source.path());
    Grammar grammar =
        Grammar.of(language)
            .orElseThrow(() -> new IllegalArgumentException("No grammar for " + language));
    byte[] text = source.content().getBytes(StandardCharsets.UTF_8);
    SyntaxTree tree = treeSitter.parse(grammar, text);
    Grammar read = grammar;
    if (source.path().toLowerCase(Locale.ROOT).endsWith(".tsx")) {
      // There is no grammar for this mixture: of the two that know half of it each, the better.
      SyntaxTree other = treeSitter.parse(Grammar.JAVASCRIPT, text);
      if (unparsed(other) < unparsed(tree)) {
        tree = other;
        read = Grammar.JAVASCRIPT;
      }
    }
    return SyntaxReader.read(tree, read, language, new Lines(source.content()));
  }

  /** How many bytes are in nodes that could not be parsed. */
  private static int unparsed(SyntaxTree tree) {
    int bytes = 0;
    int counted = 0;
    for (int node = 0; node < tree.size(); node++) {
      if (tree.type(node).equals("ERROR") && tree.start(node) >= counted) {
        bytes += tree.end(node) - tree.start(node);
        counted = tree.end(node);
      }
    }
    return bytes;
  }
}
