package dev.cleveragents.engine.model;

import dev.cleveragents.kernel.cancel.CancellationToken;

/**
 * A language model that answers a conversation. Any number of threads may use one at once. It
 * retries failures that may pass; a caller that gets a {@link ModelException} does not ask the same
 * model again.
 */
public interface ChatModel {

  ModelInfo info();

  /**
   * Asks the model and waits for its whole reply.
   *
   * @param listener receives the reply's text while it arrives
   * @return a reply with text or tool calls, and with usage
   * @throws ModelException if there is no such reply
   * @throws dev.cleveragents.kernel.cancel.CancelledException within 200 ms after the token is
   *     cancelled; the exchange with the provider has ended then
   */
  ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException;
}
