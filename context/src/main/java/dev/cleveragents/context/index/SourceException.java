package dev.cleveragents.context.index;

/** A source tree could not be looked at; nothing is wrong with the index. */
public final class SourceException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SourceException(String message, Throwable cause) {
    super(message, cause);
  }

  SourceException(String message) {
    super(message);
  }
}
