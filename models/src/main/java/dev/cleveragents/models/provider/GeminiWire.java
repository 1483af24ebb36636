package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.cleveragents.workspace.Json;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gemini's streamGenerateContent. The request of langchain4j is changed in three places: tools keep
 * their JSON Schema, the answers to parallel calls become one message, because Gemini refuses
 * several, and calls get the mark that Gemini 3 accepts in place of the signature that came with
 * them.
 */
final class GeminiWire implements Wire {

  private static final String NO_SIGNATURE = "skip_thought_signature_validator";

  @Override
  public StreamingChatModel open(Endpoint endpoint, String model, HttpClientBuilder http) {
    return GoogleAiGeminiStreamingChatModel.builder()
        .httpClientBuilder(http)
        .baseUrl(endpoint.address())
        .apiKey(endpoint.key() == null ? null : endpoint.key().reveal())
        .modelName(model)
        .returnThinking(false)
        .build();
  }

  /** Tools have no parameters here, because langchain4j maps only some schemas for Gemini. */
  @Override
  public ChatRequest request(String model, ModelRequest request) {
    List<ToolSpecification> tools =
        request.tools().stream()
            .map(
                it ->
                    ToolSpecification.builder()
                        .name(it.name())
                        .description(it.description())
                        .build())
            .toList();
    return ChatRequest.builder()
        .messages(LangchainMessages.of(request))
        .parameters(
            ChatRequestParameters.builder()
                .toolSpecifications(tools)
                .maxOutputTokens(request.maxOutput())
                .build())
        .build();
  }

  @Override
  public String rewrite(String body, String model, ModelRequest request) {
    Map<String, @Nullable Object> json = Json.readObject(body);
    json.put("contents", contents(json.get("contents"), !model.matches("gemini-[12]\\b.*")));
    if (!request.tools().isEmpty()) {
      json.put(
          "tools",
          List.of(
              Map.of(
                  "functionDeclarations",
                  request.tools().stream().map(GeminiWire::declaration).toList())));
    }
    return Json.write(json);
  }

  private static Map<String, Object> declaration(ModelTool tool) {
    Map<String, Object> declaration = new LinkedHashMap<>();
    declaration.put("name", tool.name());
    declaration.put("description", tool.description());
    Map<String, @Nullable Object> schema = Json.readObject(tool.schema());
    if (schema.get("properties") instanceof Map<?, ?> properties && !properties.isEmpty()) {
      declaration.put("parametersJsonSchema", schema);
    }
    return declaration;
  }

  private static List<Object> contents(@Nullable Object contents, boolean signed) {
    List<Object> merged = new ArrayList<>();
    if (!(contents instanceof List<?> list)) {
      return merged;
    }
    List<Object> answers = new ArrayList<>();
    for (Object content : list) {
      List<Object> parts = parts(content);
      if (JsonFields.at(parts, 0, "functionResponse") != null) {
        answers.addAll(parts);
        continue;
      }
      if (!answers.isEmpty()) {
        merged.add(content("user", answers));
        answers = new ArrayList<>();
      }
      String role = Objects.requireNonNullElse(JsonFields.text(content, "role"), "user");
      merged.add(content(role, signed ? signed(parts) : parts));
    }
    if (!answers.isEmpty()) {
      merged.add(content("user", answers));
    }
    return merged;
  }

  private static List<Object> parts(@Nullable Object content) {
    return JsonFields.at(content, "parts") instanceof List<?> parts
        ? new ArrayList<>(parts)
        : List.of();
  }

  private static Map<String, Object> content(String role, List<Object> parts) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("role", role);
    content.put("parts", parts);
    return content;
  }

  /** The first of the parallel calls carries the signature of all. */
  private static List<Object> signed(List<Object> parts) {
    List<Object> signed = new ArrayList<>(parts);
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof Map<?, ?> part && part.containsKey("functionCall")) {
        Map<Object, Object> copy = new LinkedHashMap<>(part);
        copy.put("thoughtSignature", NO_SIGNATURE);
        signed.set(i, copy);
        return signed;
      }
    }
    return signed;
  }

  @Override
  public boolean note(Object event, StreamFacts facts) {
    String id = JsonFields.text(event, "responseId");
    if (id != null) {
      facts.identified(id);
    }
    String blocked = JsonFields.text(event, "promptFeedback", "blockReason");
    if (blocked != null) {
      facts.finished(Finish.REFUSED, blocked);
    }
    String finish = JsonFields.text(event, "candidates", 0, "finishReason");
    if (finish != null) {
      facts.finished(finish(finish), finish);
    }
    Object usage = JsonFields.at(event, "usageMetadata");
    if (JsonFields.number(usage, "promptTokenCount") != null) {
      facts.used(usage(usage));
    }
    return false;
  }

  private static Finish finish(String word) {
    return switch (word) {
      case "STOP" -> Finish.END;
      case "MAX_TOKENS" -> Finish.LENGTH;
      case "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION" ->
          Finish.REFUSED;
      default -> Finish.FAILED;
    };
  }

  /** Cached tokens are a part of the prompt; thoughts are paid as output. */
  private static ModelUsage usage(@Nullable Object usage) {
    long prompt =
        JsonFields.count(usage, "promptTokenCount")
            + JsonFields.count(usage, "toolUsePromptTokenCount");
    long cached = JsonFields.count(usage, "cachedContentTokenCount");
    long output =
        JsonFields.count(usage, "candidatesTokenCount")
            + JsonFields.count(usage, "thoughtsTokenCount");
    return StreamFacts.usage(prompt, cached, 0, output);
  }

  @Override
  public String requestIdHeader() {
    return "x-request-id";
  }
}
