package dev.cleveragents.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, deleted with its contents on close. */
public record TemporaryFolder(Path folder) implements AutoCloseable {

  /** A new one. */
  public static TemporaryFolder make(String name) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(name));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(TemporaryFolder::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
