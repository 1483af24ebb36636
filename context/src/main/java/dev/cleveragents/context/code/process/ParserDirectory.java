package dev.cleveragents.context.code.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of its own for one {@link ParserProcess}: its libraries are unpacked there, and a crash
 * leaves its report there. Gone when closed, also if the process could not clean up after itself.
 */
record ParserDirectory(Path path) implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ParserDirectory.class);

  static ParserDirectory create(Path parent) throws IOException {
    return new ParserDirectory(Files.createTempDirectory(parent, "cleveragents-parser-"));
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      log.warn("The parser's folder {} could not be removed; remove it by hand", path, e);
    }
  }
}
