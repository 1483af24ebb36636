package dev.cleveragents.exec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program that confines another one, which it becomes or waits for. */
sealed interface Wrapper permits Bubblewrap, Namespaces {

  /**
   * The words that come before those of the program.
   *
   * @param directory where the program runs
   */
  List<String> before(Path directory, Confines confines) throws IOException;

  /** Whether it stays and waits for the program, whose parent it is, rather than to become it. */
  boolean waits();
}
