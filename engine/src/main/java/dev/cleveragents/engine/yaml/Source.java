package dev.cleveragents.engine.yaml;

import dev.cleveragents.engine.PlanException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text of a document.
 *
 * @param name the file's name, for messages
 */
public record Source(String name, String text) {

  /** How many bytes a document may have. */
  static final int MOST_BYTES = 1_000_000;

  /**
   * Reads a file.
   *
   * @throws PlanException if it is not there, is no UTF-8 text, cannot be read, or has more than a
   *     million bytes, of which no more are read
   */
  public static Source of(Path file) {
    if (Files.isDirectory(file)) {
      throw PlanException.invalid(file + " is a directory; name a YAML file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return of(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw PlanException.notFound(file + " is not there", null);
    } catch (AccessDeniedException e) {
      throw PlanException.failed(file + " cannot be read: permission denied", e);
    } catch (IOException e) {
      throw PlanException.failed("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads a stream, with the bounds of a file.
   *
   * @param name what stands for the file's name in messages
   */
  public static Source of(String name, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw PlanException.invalid(
          "%s has more than %,d bytes; no definition needs so many".formatted(name, MOST_BYTES));
    }
    try {
      return new Source(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw PlanException.invalid(name + " is not UTF-8 text; save it as UTF-8");
    }
  }
}
