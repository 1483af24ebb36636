package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswer;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's Messages. All four places that a request may mark for its cache are used: after the
 * tools, after the system text, where the request before has ended, and at the end, which the next
 * request finds.
 */
final class AnthropicWire implements Wire {

  @Override
  public StreamingChatModel open(Endpoint endpoint, String model, HttpClientBuilder http) {
    return AnthropicStreamingChatModel.builder()
        .httpClientBuilder(http)
        .baseUrl(endpoint.address())
        .apiKey(endpoint.key() == null ? "" : endpoint.key().reveal())
        .modelName(model)
        .cacheTools(true)
        .cacheSystemMessages(true)
        .build();
  }

  @Override
  public ChatRequest request(String model, ModelRequest request) {
    List<ModelMessage> messages = request.messages();
    int end = messages.size() - 1;
    int before = lastReply(messages) - 1;
    return ChatRequest.builder()
        .messages(
            LangchainMessages.of(
                request, i -> (i == end || i == before) && endsWithText(messages.get(i))))
        .parameters(
            ChatRequestParameters.builder()
                .toolSpecifications(LangchainMessages.tools(request.tools()))
                .maxOutputTokens(request.maxOutput())
                .build())
        .build();
  }

  /** Anthropic refuses a mark on an empty text. */
  private static boolean endsWithText(ModelMessage message) {
    return switch (message) {
      case ModelMessage.User(String text) -> !text.isBlank();
      case ModelMessage.Assistant _ -> false;
      case ModelMessage.ToolAnswers(List<ToolAnswer> answers) ->
          !answers.isEmpty() && !answers.getLast().text().isBlank();
    };
  }

  private static int lastReply(List<ModelMessage> messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof ModelMessage.Assistant) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void note(@Nullable String name, Object event, StreamFacts facts) {
    String type = JsonFields.text(event, "type");
    if ("message_start".equals(type)) {
      String id = JsonFields.text(event, "message", "id");
      facts.identified(id == null ? "" : id);
      noteUsage(JsonFields.at(event, "message", "usage"), facts);
    } else if ("message_delta".equals(type)) {
      String stop = JsonFields.text(event, "delta", "stop_reason");
      if (stop != null) {
        facts.finished(finish(stop), stop);
      }
      noteUsage(JsonFields.at(event, "usage"), facts);
    }
  }

  /** The counts are totals; an event names those that it knows. */
  private static void noteUsage(@Nullable Object usage, StreamFacts facts) {
    if (JsonFields.number(usage, "output_tokens") == null) {
      return;
    }
    ModelUsage known = facts.usage() == null ? ModelUsage.ZERO : facts.usage();
    facts.used(
        new ModelUsage(
            latest(usage, "input_tokens", known.input()),
            latest(usage, "cache_read_input_tokens", known.cacheRead()),
            latest(usage, "cache_creation_input_tokens", known.cacheWrite()),
            latest(usage, "output_tokens", known.output())));
  }

  private static long latest(@Nullable Object usage, String member, long known) {
    return JsonFields.number(usage, member) == null ? known : JsonFields.count(usage, member);
  }

  private static Finish finish(String word) {
    return switch (word) {
      case "end_turn", "stop_sequence", "pause_turn" -> Finish.END;
      case "tool_use" -> Finish.TOOL_CALLS;
      case "max_tokens", "model_context_window_exceeded" -> Finish.LENGTH;
      case "refusal" -> Finish.REFUSED;
      default -> Finish.FAILED;
    };
  }

  @Override
  public String requestIdHeader() {
    return "request-id";
  }
}
