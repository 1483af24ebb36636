package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import org.jspecify.annotations.Nullable;

/** OpenAI's Chat Completions, which Ollama and many other servers speak. */
final class ChatCompletionsWire implements Wire {

  @Override
  public StreamingChatModel open(Endpoint endpoint, String model, HttpClientBuilder http) {
    return OpenAiStreamingChatModel.builder()
        .httpClientBuilder(http)
        .baseUrl(endpoint.address())
        .apiKey(endpoint.key() == null ? null : endpoint.key().reveal())
        .modelName(model)
        .build();
  }

  @Override
  public ChatRequest request(String model, ModelRequest request) {
    OpenAiChatRequestParameters.Builder parameters =
        OpenAiChatRequestParameters.builder()
            .toolSpecifications(LangchainMessages.tools(request.tools()));
    // Newer models of OpenAI know only the one name of the limit, other servers only the other.
    if (model.matches("(gpt-[5-9]|o\\d).*")) {
      parameters.maxCompletionTokens(request.maxOutput());
    } else {
      parameters.maxOutputTokens(request.maxOutput());
    }
    return ChatRequest.builder()
        .messages(LangchainMessages.of(request))
        .parameters(parameters.build())
        .build();
  }

  @Override
  public boolean note(Object event, StreamFacts facts) {
    String id = JsonFields.text(event, "id");
    if (id != null) {
      facts.identified(id);
    }
    String refusal = JsonFields.text(event, "choices", 0, "delta", "refusal");
    if (refusal != null) {
      facts.refused(refusal);
    }
    String finish = JsonFields.text(event, "choices", 0, "finish_reason");
    if (finish != null && !finish.isEmpty()) {
      facts.finished(finish(finish), finish);
    }
    Object usage = JsonFields.at(event, "usage");
    if (JsonFields.number(usage, "prompt_tokens") != null) {
      facts.used(usage(usage));
    }
    // "[DONE]" is, which is no JSON.
    return false;
  }

  private static Finish finish(String word) {
    return switch (word) {
      case "tool_calls", "function_call" -> Finish.TOOL_CALLS;
      case "length", "model_length" -> Finish.LENGTH;
      case "content_filter" -> Finish.REFUSED;
      case "error" -> Finish.FAILED;
      // Servers that speak like OpenAI have more words for a reply that is done.
      default -> Finish.END;
    };
  }

  /** Cached tokens are a part of the prompt. */
  private static ModelUsage usage(@Nullable Object usage) {
    Object details = JsonFields.at(usage, "prompt_tokens_details");
    return StreamFacts.usage(
        JsonFields.count(usage, "prompt_tokens"),
        JsonFields.count(details, "cached_tokens"),
        JsonFields.count(details, "cache_write_tokens"),
        JsonFields.count(usage, "completion_tokens"));
  }

  @Override
  public String requestIdHeader() {
    return "x-request-id";
  }
}
