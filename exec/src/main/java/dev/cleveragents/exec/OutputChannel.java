package dev.cleveragents.exec;

/** One of the two streams a program writes. */
public enum OutputChannel {
  /** Standard output. */
  OUTPUT,
  /** Standard error. */
  ERRORS
}
