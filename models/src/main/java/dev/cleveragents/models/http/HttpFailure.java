package dev.cleveragents.models.http;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;

/** Why an exchange has brought no whole reply. */
public sealed interface HttpFailure {

  /**
   * The server has answered with another status than success.
   *
   * @param body its first characters
   */
  record Status(int code, HttpHeaders headers, String body) implements HttpFailure {}

  /** Nothing has arrived for this long. */
  record Silence(Duration lasted) implements HttpFailure {}

  /** There was no connection, or none that could be used. */
  record NoConnection(IOException cause) implements HttpFailure {}

  /** The connection has ended in the middle of the reply. */
  record ConnectionLost(IOException cause) implements HttpFailure {}

  /** The reply has exceeded a bound. */
  record TooLarge(String bound) implements HttpFailure {}

  /** A part of the reply could not be read as what it should be. */
  record Unreadable(RuntimeException cause) implements HttpFailure {}

  /** The exchange was given up by its caller: cancelled, interrupted or no longer wanted. */
  record Stopped() implements HttpFailure {}
}
