package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.syntax.EmbeddedElements;
import dev.cleveragents.context.code.syntax.SyntaxTreeReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Parses files with the native grammars. For the {@link ParserProcess} only. */
final class SyntaxParser implements ParserProcess.FileParser {

  private final TreeSitter treeSitter = new TreeSitter();

  @Override
  public ParsedFile parse(SourceFile source) {
    Language language = Language.of(source.path());
    byte[] text = source.content().getBytes(StandardCharsets.UTF_8);
    SourceLines lines = new SourceLines(source.content());
    if (!source.path().toLowerCase(Locale.ROOT).endsWith(".tsx")) {
      return read(language, text, lines);
    }
    // There is no grammar for this mixture: one finds the elements, the other reads the rest.
    EmbeddedElements elements = EmbeddedElements.in(treeSitter.parse(Language.JAVASCRIPT, text));
    return elements.addTo(read(language, elements.blankedOut(), lines));
  }

  private ParsedFile read(Language language, byte[] text, SourceLines lines) {
    return SyntaxTreeReader.read(treeSitter.parse(language, text), language, lines);
  }
}
