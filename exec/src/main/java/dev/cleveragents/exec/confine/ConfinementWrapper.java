package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program that confines another one, which it becomes or waits for. */
public sealed interface ConfinementWrapper permits Bubblewrap, NamespaceConfinement {

  /**
   * The words that come before those of the program.
   *
   * @param directory where the program runs
   */
  List<String> before(Path directory, ConfinementRules confines) throws IOException;

  /** Whether it stays and waits for the program, whose parent it is, rather than to become it. */
  boolean waits();
}
