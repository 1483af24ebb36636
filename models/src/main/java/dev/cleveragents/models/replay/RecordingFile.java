package dev.cleveragents.models.replay;

import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.workspace.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes recordings. */
public final class RecordingFile {

  private static final int VERSION = 1;

  /** Far above the longest reply of a model. */
  private static final int LONGEST_LINE = 16 << 20;

  private static final int MOST_BYTES = 256 << 20;

  private RecordingFile() {}

  /** The text of a recording's first line, without the end of the line. */
  public static String firstLine(String goal) {
    Map<String, Object> first = new LinkedHashMap<>();
    first.put("recording", VERSION);
    first.put("goal", goal);
    return Json.write(first);
  }

  /** The text of an exchange's line, without the end of the line. */
  public static String line(RecordedExchange exchange) {
    return exchange.toJson();
  }

  /** Writes a whole recording. */
  public static void write(Path file, Recording recording) throws IOException {
    StringBuilder text = new StringBuilder(firstLine(recording.goal())).append('\n');
    recording.exchanges().forEach(it -> text.append(line(it)).append('\n'));
    Files.writeString(file, text);
  }

  /**
   * Reads a recording.
   *
   * @throws RecordingException if it is none; the message says where
   * @throws IOException if the file cannot be read
   */
  public static Recording read(Path file) throws RecordingException, IOException {
    return parse(bytes(file), file);
  }

  /** The bytes of a file that is a recording. */
  static byte[] readBytes(Path file) throws RecordingException, IOException {
    byte[] bytes = bytes(file);
    Recording _ = parse(bytes, file);
    return bytes;
  }

  private static byte[] bytes(Path file) throws RecordingException, IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new RecordingException("%s is not a regular file.".formatted(file));
    }
    try (InputStream stream = Files.newInputStream(file)) {
      byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new RecordingException(
            "%s has more than %,d bytes, which no recording has.".formatted(file, MOST_BYTES));
      }
      return bytes;
    }
  }

  private static Recording parse(byte[] bytes, Path file) throws RecordingException {
    Lines lines = new Lines(bytes, file);
    String goal = goal(lines);
    List<RecordedExchange> exchanges = new ArrayList<>();
    Map<Turn, Integer> places = new HashMap<>();
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.isBlank()) {
        continue;
      }
      RecordedExchange exchange = exchange(line, lines);
      Integer before = places.putIfAbsent(exchange.turn(), lines.number);
      if (before != null) {
        throw lines.broken(
            "role '%s' has turn %d already in line %d"
                .formatted(exchange.turn().role(), exchange.turn().number(), before));
      }
      exchanges.add(exchange);
    }
    return new Recording(goal, exchanges);
  }

  private static String goal(Lines lines) throws RecordingException {
    String first = lines.hasNext() ? lines.next() : "";
    Map<?, ?> header;
    try {
      header = Json.readObject(first);
    } catch (IllegalArgumentException e) {
      throw lines.broken("not a recording: the first line must be {\"recording\":1,\"goal\":…}");
    }
    if (!(header.get("recording") instanceof Long version)) {
      throw lines.broken("not a recording: the first line must be {\"recording\":1,\"goal\":…}");
    }
    if (version != VERSION) {
      throw lines.broken(
          "the recording has version %d, and this program reads version %d"
              .formatted(version, VERSION));
    }
    return header.get("goal") instanceof String goal ? goal : "";
  }

  private static RecordedExchange exchange(String line, Lines lines) throws RecordingException {
    try {
      return RecordedExchange.ofJson(line);
    } catch (RuntimeException e) {
      throw lines.broken(String.valueOf(e.getMessage()));
    }
  }

  /** Walks over lines of UTF-8 and counts them. */
  private static final class Lines {

    private final byte[] bytes;
    private final Path file;
    private int at;
    private int number;

    Lines(byte[] bytes, Path file) {
      this.bytes = bytes;
      this.file = file;
    }

    boolean hasNext() {
      return at < bytes.length;
    }

    String next() throws RecordingException {
      number++;
      int end = at;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      int start = at;
      at = end + 1;
      if (end - start > LONGEST_LINE) {
        throw broken("the line has more than %,d bytes".formatted(LONGEST_LINE));
      }
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, start, end - start))
            .toString();
      } catch (CharacterCodingException e) {
        throw broken("not UTF-8 text");
      }
    }

    RecordingException broken(String what) {
      return new RecordingException("%s:%d: %s.".formatted(file, Math.max(1, number), what));
    }
  }
}
