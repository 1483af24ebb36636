package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelUsage;
import org.jspecify.annotations.Nullable;

/**
 * The facts that the events of one stream state beside text and tool calls: end, usage, error.
 * langchain4j drops a part of them, or puts defaults in their place. Confined to the thread of the
 * exchange.
 */
final class StreamFacts {

  /** How a provider says that its reply has ended. */
  enum Finish {
    END,
    TOOL_CALLS,
    LENGTH,
    REFUSED,
    /** In a way that makes the reply unusable, or that is not known. */
    FAILED
  }

  private @Nullable Finish finish;
  private String finishWord = "";
  private final StringBuilder refusal = new StringBuilder();
  private @Nullable ModelUsage usage;
  private @Nullable ProviderError error;
  private String requestId = "";

  /** The usage of a provider whose count of input has its cached tokens in it. */
  static ModelUsage usage(long input, long cacheRead, long cacheWrite, long output) {
    long read = Math.min(input, cacheRead);
    long write = Math.min(input - read, cacheWrite);
    return new ModelUsage(input - read - write, read, write, output);
  }

  /**
   * Notes an end; a refusal or a failure is not replaced.
   *
   * @param word as the provider says it
   */
  void finished(Finish how, String word) {
    if (finish != Finish.REFUSED && finish != Finish.FAILED) {
      finish = how;
      finishWord = word;
    }
  }

  void refused(String why) {
    refusal.append(why);
  }

  void used(ModelUsage tokens) {
    usage = tokens;
  }

  void failed(ProviderError how) {
    error = how;
  }

  void identified(String id) {
    requestId = id;
  }

  /** Null if the stream has not said that the reply has ended. */
  @Nullable Finish finish() {
    return finish;
  }

  String finishWord() {
    return finishWord;
  }

  /** The provider's words; empty if it does not refuse. */
  String refusal() {
    return refusal.toString();
  }

  @Nullable ModelUsage usage() {
    return usage;
  }

  @Nullable ProviderError error() {
    return error;
  }

  String requestId() {
    return requestId;
  }
}
