package dev.cleveragents.engine.yaml;

import dev.cleveragents.workspace.OperationException;
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
public record YamlSource(String name, String text) {

  /** The maximum number of bytes of a document. */
  static final int MOST_BYTES = 1_000_000;

  /**
   * Reads a file.
   *
   * @throws OperationException if it does not exist, cannot be read, is not UTF-8 text, or has more
   *     than a million bytes; no more than that are read
   */
  public static YamlSource of(Path file) {
    if (Files.isDirectory(file)) {
      throw OperationException.invalid(file + " is a directory; give a YAML file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return of(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw OperationException.notFound(file + " does not exist", null);
    } catch (AccessDeniedException e) {
      throw OperationException.failed("Cannot read %s: permission denied".formatted(file), e);
    } catch (IOException e) {
      throw OperationException.failed("Cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads a stream, with the limits of a file.
   *
   * @param name the name shown in messages
   */
  public static YamlSource of(String name, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw OperationException.invalid(
          "%s has more than %,d bytes; make the definition smaller".formatted(name, MOST_BYTES));
    }
    try {
      return new YamlSource(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw OperationException.invalid(name + " is not UTF-8 text; save it as UTF-8");
    }
  }
}
