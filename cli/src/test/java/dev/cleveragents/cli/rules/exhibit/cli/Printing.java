package dev.cleveragents.cli.rules.exhibit.cli;

/** Prints past the renderers. */
public final class Printing {
  void out() {
    System.out.println("x");
  }

  void err() {
    System.err.println("x");
  }

  void trace() {
    new IllegalStateException().printStackTrace();
  }
}
