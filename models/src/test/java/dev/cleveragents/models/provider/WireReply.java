package dev.cleveragents.models.provider;

import java.util.List;

/**
 * A reply that a test server sends.
 *
 * @param end how it ends; null for an end that the provider does not know
 */
record WireReply(List<String> text, List<Call> calls, End end, boolean usage) {

  enum End {
    DONE,
    LENGTH,
    REFUSED,
    UNKNOWN
  }

  /**
   * A tool call.
   *
   * @param parts of its arguments
   */
  record Call(String id, String tool, List<String> parts) {

    String arguments() {
      return String.join("", parts);
    }
  }

  static WireReply saying(String... parts) {
    return new WireReply(List.of(parts), List.of(), End.DONE, true);
  }

  static WireReply calling(Call... calls) {
    return new WireReply(List.of(), List.of(calls), End.DONE, true);
  }

  WireReply ending(End how) {
    return new WireReply(text, calls, how, usage);
  }

  WireReply withoutUsage() {
    return new WireReply(text, calls, end, false);
  }
}
