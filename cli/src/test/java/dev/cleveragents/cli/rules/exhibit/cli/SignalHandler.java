package dev.cleveragents.cli.rules.exhibit.cli;

/** The one that may have a shutdown hook, and end the process there. */
public final class SignalHandler {
  void listen() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(1)));
  }
}
