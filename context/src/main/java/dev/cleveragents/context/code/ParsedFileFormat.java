package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Writes a {@link ParsedFile} in few bytes and reads it back.
 *
 * <p>A version, the fields in order with numbers in seven-bit groups and texts in UTF-8 after their
 * lengths, and a checksum over all that. Reading gives what was written, or refuses: a changed, cut
 * or longer array, another version, and what no {@link #write} would give.
 */
public final class ParsedFileFormat {

  /** To be raised with every change of the format, and of what a parser finds. */
  public static final int VERSION = 1;

  private static final int CHECKSUM = Integer.BYTES;
  private static final String KINDS = "TFVMSK";

  private ParsedFileFormat() {}

  /** The file in bytes. */
  public static byte[] write(ParsedFile file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FormatWriter writer = new FormatWriter(out);
    writer.number(VERSION);
    writer.text(file.language().name());
    writer.number(file.bySyntax() ? 1 : 0);
    writer.number(file.symbols().size());
    for (Symbol symbol : file.symbols()) {
      writer.number(code(symbol.kind()));
      writer.text(symbol.name());
      writer.text(symbol.qualifiedName());
      writer.text(symbol.signature());
      writer.text(symbol.summary());
      writer.number(symbol.parent() + 1);
      writeRange(writer, symbol.lines());
    }
    writeTexts(writer, file.references());
    writeTexts(writer, file.imports());
    writer.number(file.chunks().size());
    for (Chunk chunk : file.chunks()) {
      writer.text(chunk.symbol());
      writeRange(writer, chunk.lines());
    }
    writer.fixed(checksum(out.toByteArray()));
    return out.toByteArray();
  }

  /**
   * The file that was written.
   *
   * @throws IOException if these are not the bytes of one, with the reason
   */
  public static ParsedFile read(byte[] bytes) throws IOException {
    if (bytes.length < CHECKSUM) {
      throw new IOException("Too short for a parsed file: " + bytes.length + " bytes");
    }
    byte[] body = Arrays.copyOf(bytes, bytes.length - CHECKSUM);
    FormatReader end = new FormatReader(Arrays.copyOfRange(bytes, body.length, bytes.length));
    if (end.fixed() != checksum(body)) {
      throw new IOException("A parsed file is damaged: its checksum is another one");
    }
    FormatReader reader = new FormatReader(body);
    int version = reader.number();
    if (version != VERSION) {
      throw new IOException(
          "A parsed file of version %d, this program knows %d: parse it again"
              .formatted(version, VERSION));
    }
    try {
      ParsedFile file = readBody(reader);
      reader.end();
      return file;
    } catch (IllegalArgumentException impossible) {
      throw new IOException("A parsed file with an impossible value: parse it again", impossible);
    }
  }

  private static ParsedFile readBody(FormatReader reader) throws IOException {
    Language language = Language.valueOf(reader.text());
    boolean bySyntax = reader.upTo(1) == 1;
    int count = reader.count();
    List<Symbol> symbols = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Symbol.Kind kind = kind(reader.upTo(Symbol.Kind.values().length - 1));
      String name = reader.text();
      String qualified = reader.text();
      String signature = reader.text();
      String summary = reader.text();
      int parent = reader.upTo(i) - 1;
      symbols.add(new Symbol(name, qualified, kind, readRange(reader), signature, summary, parent));
    }
    List<String> references = readTexts(reader);
    List<String> imports = readTexts(reader);
    int pieces = reader.count();
    List<Chunk> chunks = new ArrayList<>(pieces);
    for (int i = 0; i < pieces; i++) {
      chunks.add(new Chunk(reader.text(), readRange(reader)));
    }
    return new ParsedFile(language, bySyntax, symbols, references, imports, chunks);
  }

  private static void writeRange(FormatWriter writer, LineRange range) {
    writer.number(range.first());
    writer.number(range.last() - range.first());
  }

  private static LineRange readRange(FormatReader reader) throws IOException {
    int first = reader.number();
    return new LineRange(first, Math.addExact(first, reader.upTo(Integer.MAX_VALUE - first)));
  }

  private static void writeTexts(FormatWriter writer, List<String> texts) {
    writer.number(texts.size());
    texts.forEach(writer::text);
  }

  private static List<String> readTexts(FormatReader reader) throws IOException {
    int count = reader.count();
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(reader.text());
    }
    return texts;
  }

  private static int code(Symbol.Kind kind) {
    return KINDS.indexOf(
        switch (kind) {
          case TYPE -> 'T';
          case FUNCTION -> 'F';
          case FIELD -> 'V';
          case MODULE -> 'M';
          case SECTION -> 'S';
          case KEY -> 'K';
        });
  }

  private static Symbol.Kind kind(int code) {
    return Arrays.stream(Symbol.Kind.values())
        .filter(kind -> code(kind) == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No kind of symbol: " + code));
  }

  private static int checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return (int) sum.getValue();
  }
}
