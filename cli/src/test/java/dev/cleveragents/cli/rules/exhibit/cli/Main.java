package dev.cleveragents.cli.rules.exhibit.cli;

/** The one that may end the process. */
public final class Main {
  void end() {
    System.exit(0);
  }
}
