package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ReplyListener;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receives a reply from langchain4j, on the thread of the exchange. It throws nothing, because
 * langchain4j would log it and continue: a failure of the listener ends the exchange and is kept.
 */
final class ReplyCollector implements StreamingChatResponseHandler {

  private static final int LONGEST_TEXT = 200;

  private final ReplyListener listener;
  private @Nullable Throwable listenerFailure;
  private @Nullable Throwable error;
  private @Nullable AiMessage message;

  ReplyCollector(ReplyListener listener) {
    this.listener = listener;
  }

  @Override
  public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
    try {
      listener.text(part.text());
    } catch (RuntimeException | Error e) {
      listenerFailure = e;
      context.streamingHandle().cancel();
    }
  }

  @Override
  public void onCompleteResponse(ChatResponse response) {
    message = response.aiMessage();
  }

  @Override
  public void onError(Throwable thrown) {
    error = error == null ? thrown : error;
  }

  /** Throws what the listener has thrown. */
  void throwListenerFailure() {
    switch (listenerFailure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(listenerFailure);
    }
  }

  /** What langchain4j has said of an error, in bounds; may have anything in it. */
  String errorMessage() {
    String message = error == null ? "" : String.valueOf(error.getMessage());
    return message.length() > LONGEST_TEXT ? message.substring(0, LONGEST_TEXT) + "…" : message;
  }

  /** The whole message; empty if langchain4j has reported an error or nothing. */
  Optional<AiMessage> message() {
    return error == null ? Optional.ofNullable(message) : Optional.empty();
  }
}
