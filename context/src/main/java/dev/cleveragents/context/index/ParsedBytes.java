package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A parsed file as bytes, for the index alone. */
final class ParsedBytes {

  private ParsedBytes() {}

  static byte[] of(ParsedFile parsed) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      text(out, parsed.language().name());
      out.writeBoolean(parsed.bySyntax());
      out.writeInt(parsed.symbols().size());
      for (Symbol symbol : parsed.symbols()) {
        text(out, symbol.name());
        text(out, symbol.qualifiedName());
        text(out, symbol.kind().name());
        lines(out, symbol.lines());
        text(out, symbol.signature());
        text(out, symbol.summary());
        out.writeInt(symbol.parent());
      }
      texts(out, parsed.references());
      texts(out, parsed.imports());
      out.writeInt(parsed.chunks().size());
      for (Chunk chunk : parsed.chunks()) {
        text(out, chunk.symbol());
        lines(out, chunk.lines());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static ParsedFile read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      Language language = Language.valueOf(text(in));
      boolean bySyntax = in.readBoolean();
      List<Symbol> symbols = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        symbols.add(
            new Symbol(
                text(in),
                text(in),
                Symbol.Kind.valueOf(text(in)),
                lines(in),
                text(in),
                text(in),
                in.readInt()));
      }
      List<String> references = texts(in);
      List<String> imports = texts(in);
      List<Chunk> chunks = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        chunks.add(new Chunk(text(in), lines(in)));
      }
      return new ParsedFile(language, bySyntax, symbols, references, imports, chunks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void texts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      text(out, text);
    }
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(text(in));
    }
    return texts;
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static void lines(DataOutputStream out, LineRange lines) throws IOException {
    out.writeInt(lines.first());
    out.writeInt(lines.last());
  }

  private static LineRange lines(DataInputStream in) throws IOException {
    return new LineRange(in.readInt(), in.readInt());
  }
}
