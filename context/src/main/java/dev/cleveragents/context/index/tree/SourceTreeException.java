package dev.cleveragents.context.index.tree;

/** A source tree could not be looked at; nothing is wrong with the index. */
public final class SourceTreeException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public SourceTreeException(String message, Throwable cause) {
    super(message, cause);
  }

  public SourceTreeException(String message) {
    super(message);
  }
}
