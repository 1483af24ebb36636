package dev.cleveragents.engine.model;

import java.time.Duration;

/**
 * One exchange with a model, as plans keep it and as recordings have it.
 *
 * @param model that has replied
 * @param request the {@link RequestHash} of what it was asked
 * @param took how long the exchange has lasted
 */
public record RecordedExchange(
    ModelRequest.Turn turn, ModelInfo model, String request, ModelReply reply, Duration took) {

  /** The exchange as one line of JSON, without the end of the line. */
  public String toJson() {
    return ExchangeLine.write(this);
  }

  /**
   * Reads what {@link #toJson} has written.
   *
   * @throws IllegalArgumentException if it is no exchange; the message says what is wrong
   */
  public static RecordedExchange ofJson(String json) {
    return ExchangeLine.read(json);
  }
}
