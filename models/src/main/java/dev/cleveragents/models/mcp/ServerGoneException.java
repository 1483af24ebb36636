package dev.cleveragents.models.mcp;

/** A server ended, or cannot be reached, before it has answered. */
final class ServerGoneException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean untouched;

  /** It may have carried out the request. */
  ServerGoneException(String message) {
    this(message, false);
  }

  /**
   * @param untouched whether the server has certainly not begun the request
   */
  ServerGoneException(String message, boolean untouched) {
    super(message);
    this.untouched = untouched;
  }

  /** Whether the server has certainly not begun the request. */
  boolean isUntouched() {
    return untouched;
  }
}
