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
    Lines lines = new Lines(source.content());
    if (!source.path().toLowerCase(Locale.ROOT).endsWith(".tsx")) {
      return read(grammar, text, language, lines);
    }
    // There is no grammar for this mixture: one finds the elements, the other reads the rest.
    EmbeddedElements elements = EmbeddedElements.in(treeSitter.parse(Grammar.JAVASCRIPT, text));
    return elements.addTo(read(grammar, elements.blankedOut(), language, lines));
  }

  private ParsedFile read(Grammar grammar, byte[] text, Language language, Lines lines) {
    return SyntaxReader.read(treeSitter.parse(grammar, text), grammar, language, lines);
  }
}
