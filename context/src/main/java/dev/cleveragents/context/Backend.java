package dev.cleveragents.context;

/** What a strategy may need to work with. */
public enum Backend {
  TEXT,
  SYNTAX,
  HISTORY
}
