package dev.cleveragents.context;

/** For what part of a plan the context is; each has its own limits on what may be seen. */
public enum View {
  STRATEGIZE,
  EXECUTE,
  APPLY,
  DEFAULT
}
