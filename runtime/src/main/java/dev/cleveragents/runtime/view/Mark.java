package dev.cleveragents.runtime.view;

/** Marks a fact as good or as needing attention. */
public enum Mark {
  NONE,
  GOOD,
  ATTENTION
}
