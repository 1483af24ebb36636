package dev.cleveragents.exec;

/** A program was not started; the message says which, why, and what to do. */
public final class CannotStartException extends RuntimeException {

  private static final long serialVersionUID = 1;

  CannotStartException(String message) {
    super(message);
  }

  CannotStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
