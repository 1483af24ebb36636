package dev.cleveragents.kernel.worker;

/** The message of a throwable, bounded in length, also if reading it throws. */
final class FailureMessage {

  private static final int MAX_LENGTH = 4_000;

  private FailureMessage() {}

  static String of(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown);
    } catch (Throwable unspeakable) {
      text = thrown.getClass().getName() + " (its message could not be read)";
    }
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
  }
}
