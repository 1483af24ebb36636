package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Chunk;
import dev.cleveragents.context.code.ParsedFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The chunks of one file of a snapshot, as they are embedded. A chunk's key is the hash of its text
 * and of the model's name: where the same text stands elsewhere, its vector is the same.
 *
 * @param stamp the same only for the same content in the same chunks
 */
record FileChunks(String path, String stamp, List<Chunk> chunks) {

  /**
   * Of a longer chunk only the beginning is embedded: about as much as small models are trained on,
   * and the time that they take grows with it.
   */
  static final int LONGEST = 1_000;

  /** A chunk, what is embedded of it, and under which key. */
  record Piece(Chunk chunk, String key, String text) {}

  static FileChunks of(String path, IndexSnapshot snapshot) {
    List<Chunk> chunks = snapshot.parsed(path).map(ParsedFile::chunks).orElse(List.of());
    StringBuilder all = new StringBuilder(snapshot.hash(path).orElse(""));
    for (Chunk chunk : chunks) {
      LineRange lines = chunk.lines();
      all.append(' ').append(lines.first()).append('-').append(lines.last());
    }
    return new FileChunks(path, hash(all.toString()), chunks);
  }

  /** Those chunks that hold more than blanks. */
  List<Piece> pieces(IndexSnapshot snapshot, String model) {
    Lines lines = Lines.of(snapshot.text(path).orElse(""));
    List<Piece> pieces = new ArrayList<>();
    for (Chunk chunk : chunks) {
      String text = shortened(lines.text(chunk.lines()).strip());
      if (!text.isEmpty()) {
        pieces.add(new Piece(chunk, hash(model + "\0" + text), text));
      }
    }
    return pieces;
  }

  /** Not cut within a character. */
  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
  }

  private static String hash(String text) {
    return ContentHash.PLAIN.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
