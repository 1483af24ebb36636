package dev.cleveragents.kernel;

/** A logger asks an error for its message, which this one refuses by throwing another. */
public final class UnprintableError extends Error {

  private static final long serialVersionUID = 1;

  @Override
  public String getMessage() {
    throw new IllegalStateException("this error cannot even be printed");
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
