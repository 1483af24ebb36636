package dev.cleveragents.cli.rules.exhibit.cli;

/** Ends the process where it must not. */
public final class Endings {
  void exit() {
    System.exit(1);
  }

  void runtimeExit() {
    Runtime.getRuntime().exit(1);
  }

  void halt() {
    Runtime.getRuntime().halt(1);
  }
}
