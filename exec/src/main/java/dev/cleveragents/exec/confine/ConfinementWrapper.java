package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A program that confines another one, which it becomes or waits for. */
public sealed interface ConfinementWrapper permits Bubblewrap, NamespaceConfinement {

  /** A sign by which its errors are known, if it could not start the program. */
  String ERROR = NamespaceInit.NAME + ": ";

  /**
   * The words that come before those of the program.
   *
   * @param directory where the program runs
   * @param grace how long the program's processes have to end once asked to
   */
  List<String> before(Path directory, ConfinementRules rules, Duration grace) throws IOException;

  /** What it keeps a program apart from. */
  Isolation isolation();

  /**
   * Whether it stays and waits for the program, whose parent it is, rather than to become it. If it
   * keeps processes apart, it ends after the last of them.
   */
  boolean waits();
}
