package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.Symbol;
import dev.cleveragents.context.index.lucene.IdentifierTokens;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/** Makes Lucene's documents; a pure function of the path, the content and its parse. */
final class DocumentFactory {

  /** Lucene refuses terms of more than 32,766 bytes; a longer name is no name anyway. */
  private static final int LONGEST_NAME = 1_000;

  private static final FieldType WORDS = wordsType();

  private DocumentFactory() {}

  /**
   * A file whose content is text.
   *
   * @param parsed what a {@link FileParser} said; nothing if it has not been asked
   */
  record TextFile(
      String path, SourceTree.Content content, String text, Optional<ParsedFile> parsed) {

    private TextFile parsedAs(ParsedFile by) {
      return new TextFile(path, content, text, Optional.of(by));
    }
  }

  /** These files with what a parser says of each. */
  static List<TextFile> parsed(List<TextFile> files, FileParser parser, CancellationToken token)
      throws InterruptedException {
    if (files.isEmpty()) {
      return List.of();
    }
    List<ParsedFile> parsed =
        parser.read(files.stream().map(f -> new SourceFile(f.path, f.text)).toList(), token);
    if (parsed.size() != files.size()) {
      throw new IllegalStateException(
          "The parser answered for %d of %d files; it must answer for each"
              .formatted(parsed.size(), files.size()));
    }
    List<TextFile> read = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      read.add(files.get(i).parsedAs(parsed.get(i)));
    }
    return read;
  }

  /** The file's own document and those of its chunks. */
  static List<Document> of(TextFile file) {
    LineOffsets lines = LineOffsets.of(file.text());
    List<Chunk> chunks = file.parsed().map(ParsedFile::chunks).orElseGet(lines::chunks);
    List<Document> documents = new ArrayList<>(chunks.size() + 1);
    documents.add(fileDocument(file));
    IdentifierTokens pathWords = IdentifierTokens.of(file.path());
    List<Symbol> symbols = file.parsed().map(ParsedFile::symbols).orElse(List.of());
    for (Chunk chunk : chunks.isEmpty() ? List.of(new Chunk("", new LineRange(1, 1))) : chunks) {
      IdentifierTokens body = new IdentifierTokens();
      body.add(
          file.text(), lines.start(chunk.lines().first()), lines.start(chunk.lines().last() + 1));
      Document document = new Document();
      path(document, file.path());
      document.add(new BinaryDocValuesField(IndexFields.SYMBOL, new BytesRef(chunk.symbol())));
      document.add(new NumericDocValuesField(IndexFields.FIRST, chunk.lines().first()));
      document.add(new NumericDocValuesField(IndexFields.LAST, chunk.lines().last()));
      words(document, IndexFields.BODY, body);
      words(document, IndexFields.PATH_WORDS, pathWords);
      words(document, IndexFields.NAMES, names(chunk, symbols));
      documents.add(document);
    }
    return documents;
  }

  /** The trace of something that is not indexed, so that it is counted and not looked at again. */
  static Document skipped(String path, String hash, SkipReason why) {
    Document document = new Document();
    path(document, path);
    document.add(new StringField(IndexFields.SKIP, why.name(), Field.Store.NO));
    document.add(new BinaryDocValuesField(IndexFields.HASH, new BytesRef(hash)));
    noWords(document);
    return document;
  }

  private static Document fileDocument(TextFile file) {
    Document document = new Document();
    path(document, file.path());
    document.add(new StringField(IndexFields.FILE, file.path(), Field.Store.NO));
    document.add(new BinaryDocValuesField(IndexFields.HASH, new BytesRef(file.content().hash())));
    document.add(new NumericDocValuesField(IndexFields.SIZE, file.content().bytes().length));
    document.add(new StoredField(IndexFields.TEXT, file.text().getBytes(StandardCharsets.UTF_8)));
    document.add(new StringField(IndexFields.SYNTAX, syntax(file).name(), Field.Store.NO));
    file.parsed().ifPresent(parsed -> addParsed(document, parsed));
    noWords(document);
    return document;
  }

  private static IndexFields.Syntax syntax(TextFile file) {
    return file.parsed()
        .map(
            parsed -> parsed.bySyntax() ? IndexFields.Syntax.BY_SYNTAX : IndexFields.Syntax.AS_TEXT)
        .orElse(IndexFields.Syntax.NOT_READ);
  }

  private static void addParsed(Document document, ParsedFile parsed) {
    document.add(new StoredField(IndexFields.PARSED, ParsedFileFormat.write(parsed)));
    Set<String> defined = new LinkedHashSet<>();
    for (Symbol symbol : parsed.symbols()) {
      defined.add(symbol.name());
      defined.add(symbol.qualifiedName());
    }
    terms(document, IndexFields.DEFINES, defined);
    terms(document, IndexFields.REFERS, parsed.references());
  }

  private static void terms(Document document, String field, Iterable<String> names) {
    for (String name : names) {
      if (!name.isEmpty() && name.length() <= LONGEST_NAME) {
        document.add(new StringField(field, name, Field.Store.NO));
      }
    }
  }

  private static IdentifierTokens names(Chunk chunk, List<Symbol> symbols) {
    Set<String> names = new LinkedHashSet<>();
    names.add(chunk.symbol());
    for (Symbol symbol : symbols) {
      int first = symbol.lines().first();
      if (first >= chunk.lines().first()
          && first <= chunk.lines().last()
          && !symbol.qualifiedName().equals(chunk.symbol())) {
        names.add(symbol.name());
      }
    }
    IdentifierTokens words = new IdentifierTokens();
    names.forEach(words::add);
    return words;
  }

  private static void path(Document document, String path) {
    document.add(new StringField(IndexFields.PATH, path, Field.Store.NO));
    document.add(new SortedDocValuesField(IndexFields.PATH, new BytesRef(path)));
  }

  /** Of a document that is not found by words. */
  private static void noWords(Document document) {
    TokenStream none = new IdentifierTokens().stream();
    IndexFields.SEARCHED.forEach(field -> document.add(new Field(field, none, WORDS)));
  }

  /**
   * The field is added also if it has no words. Where every document has it, Lucene keeps the
   * lengths in a plain row; otherwise it looks for a document's length from the first one on, for
   * every word again, which took a quarter of the time.
   */
  private static void words(Document document, String field, IdentifierTokens words) {
    document.add(new Field(field, words.stream(), WORDS));
    if (words.count() > 0) {
      document.add(new NumericDocValuesField(IndexFields.lengthOf(field), words.count()));
    }
  }

  private static FieldType wordsType() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }
}
