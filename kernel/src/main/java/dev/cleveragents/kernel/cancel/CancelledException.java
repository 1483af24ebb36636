package dev.cleveragents.kernel.cancel;

/** Thrown by work that stops because its token was cancelled. */
public final class CancelledException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient CancellationCause cause;

  /** Work stopped for {@code cause}. */
  public CancelledException(CancellationCause cause) {
    super("Cancelled (" + cause.kind() + "): " + cause.reason());
    this.cause = cause;
  }

  /** Why the token was cancelled. */
  public CancellationCause cause() {
    return cause;
  }
}
