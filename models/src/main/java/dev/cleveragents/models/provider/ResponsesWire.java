package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.cleveragents.workspace.Json;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiResponsesStreamingChatModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI's Responses, for OpenAI itself: its newer models accept tools only here. Nothing is stored
 * there. OpenAI caches prompts by itself.
 */
final class ResponsesWire implements Wire {

  @Override
  public StreamingChatModel open(Endpoint endpoint, String model, HttpClientBuilder http) {
    return OpenAiResponsesStreamingChatModel.builder()
        .httpClientBuilder(http)
        .baseUrl(endpoint.address())
        .apiKey(endpoint.key() == null ? null : endpoint.key().reveal())
        .modelName(model)
        .store(false)
        .build();
  }

  @Override
  public ChatRequest request(String model, ModelRequest request) {
    return ChatRequest.builder()
        .messages(LangchainMessages.of(request))
        .parameters(
            ChatRequestParameters.builder()
                .toolSpecifications(LangchainMessages.tools(request.tools()))
                .maxOutputTokens(request.maxOutput())
                .build())
        .build();
  }

  /** A tool that does not say otherwise is strict here: all its arguments would be required. */
  @Override
  public String rewrite(String body, String model, ModelRequest request) {
    if (request.tools().isEmpty()) {
      return body;
    }
    Map<String, @Nullable Object> json = Json.readObject(body);
    List<Object> tools = new ArrayList<>();
    if (json.get("tools") instanceof List<?> list) {
      for (Object tool : list) {
        if (tool instanceof Map<?, ?> map) {
          Map<Object, Object> copy = new LinkedHashMap<>(map);
          copy.put("strict", false);
          tools.add(copy);
        }
      }
    }
    json.put("tools", tools);
    return Json.write(json);
  }

  @Override
  public boolean note(Object event, StreamFacts facts) {
    String type = Objects.requireNonNullElse(JsonFields.text(event, "type"), "");
    switch (type) {
      case "response.refusal.delta" ->
          facts.refused(Objects.requireNonNullElse(JsonFields.text(event, "delta"), ""));
      case "response.completed", "response.incomplete" -> {
        noteEnd(event, facts);
        return true;
      }
      case "response.failed" -> {
        Object error = JsonFields.at(event, "response", "error");
        facts.failed(ProviderError.ofObject(0, error == null ? "no reason given" : error));
      }
      // Its members are those of an error object.
      case "error" -> {
        if (facts.error() == null) {
          facts.failed(ProviderError.ofObject(0, event));
        }
      }
      default -> {}
    }
    return false;
  }

  private static void noteEnd(Object event, StreamFacts facts) {
    String id = JsonFields.text(event, "response", "id");
    facts.identified(id == null ? "" : id);
    String reason = JsonFields.text(event, "response", "incomplete_details", "reason");
    String status = JsonFields.text(event, "response", "status");
    String word = reason != null ? reason : Objects.requireNonNullElse(status, "");
    facts.finished(finish(word), word);
    Object usage = JsonFields.at(event, "response", "usage");
    if (JsonFields.number(usage, "input_tokens") != null) {
      Object details = JsonFields.at(usage, "input_tokens_details");
      facts.used(
          StreamFacts.usage(
              JsonFields.count(usage, "input_tokens"),
              JsonFields.count(details, "cached_tokens"),
              JsonFields.count(details, "cache_write_tokens"),
              JsonFields.count(usage, "output_tokens")));
    }
  }

  private static Finish finish(String word) {
    return switch (word) {
      case "completed" -> Finish.END;
      case "max_output_tokens", "max_tokens" -> Finish.LENGTH;
      case "content_filter" -> Finish.REFUSED;
      default -> Finish.FAILED;
    };
  }

  @Override
  public String requestIdHeader() {
    return "x-request-id";
  }
}
