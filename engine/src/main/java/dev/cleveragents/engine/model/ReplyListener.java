package dev.cleveragents.engine.model;

/** Receives the text of a reply while it arrives, in order, from one thread. */
@FunctionalInterface
public interface ReplyListener {

  /** Ignores the text. */
  ReplyListener NONE = _ -> {};

  void text(String part);
}
