package dev.cleveragents.workspace.apply;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** A file that no process can change, move or delete until it is closed. */
record ImmutableFile(Path file) implements AutoCloseable {

  /** A test that asks for one is skipped where the file system has no such flag. */
  static ImmutableFile make(Path file) {
    assumeTrue(ReadOnlyFolder.chattr("+i", file), "Nothing here keeps root from writing");
    return new ImmutableFile(file);
  }

  @Override
  public void close() {
    ReadOnlyFolder.chattr("-i", file);
  }
}
