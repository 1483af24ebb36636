package dev.cleveragents.models.replay;

/** A recording cannot be read; the message names the file and the line. */
public final class RecordingException extends Exception {

  private static final long serialVersionUID = 1L;

  RecordingException(String message) {
    super(message);
  }
}
