package dev.cleveragents.runtime;

/** The command of a job did not end well; the message is what people see, without a class name. */
final class CommandFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  CommandFailedException(String message) {
    super(message);
  }

  /** Workers keep what an exception says of itself, and there the class is of no use to people. */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // getMessage alone would leave the class name in
  public String toString() {
    return String.valueOf(getMessage());
  }
}
