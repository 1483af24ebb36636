package dev.cleveragents.context.code;

import java.util.List;

/**
 * What is known of a file's content. Every line that is not blank is in exactly one chunk; chunks
 * are in the order of their lines.
 *
 * @param language what it is written in
 * @param bySyntax whether a parser of the language read it; otherwise chunks follow blank lines and
 *     there are no symbols
 * @param symbols what it defines, in the order of their lines, each after what it is in
 * @param references the names it uses and does not define, each once, sorted
 * @param imports what it imports, as written, each once
 * @param chunks its pieces
 */
public record ParsedFile(
    Language language,
    boolean bySyntax,
    List<Symbol> symbols,
    List<String> references,
    List<String> imports,
    List<Chunk> chunks) {

  /** Takes copies. */
  public ParsedFile {
    symbols = List.copyOf(symbols);
    references = List.copyOf(references);
    imports = List.copyOf(imports);
    chunks = List.copyOf(chunks);
  }
}
