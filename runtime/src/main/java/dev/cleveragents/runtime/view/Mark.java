package dev.cleveragents.runtime.view;

/** How good a fact is. */
public enum Mark {
  NONE,
  GOOD,
  ATTENTION
}
