package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelMessage.ToolAnswer;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.workspace.Json;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Turns messages and tools into those of langchain4j. */
final class LangchainMessages {

  private static final Map<String, Object> CACHED = Map.of("cache_control", "ephemeral");

  private LangchainMessages() {}

  /** System text and messages. */
  static List<ChatMessage> of(ModelRequest request) {
    return of(request, _ -> false);
  }

  /**
   * System text and messages.
   *
   * @param cached the indexes of messages up to which the provider is to cache
   */
  static List<ChatMessage> of(ModelRequest request, IntPredicate cached) {
    List<ChatMessage> messages = new ArrayList<>();
    if (!request.system().isBlank()) {
      messages.add(SystemMessage.from(request.system()));
    }
    for (int i = 0; i < request.messages().size(); i++) {
      add(messages, request.messages().get(i), cached.test(i) ? CACHED : Map.of());
    }
    return messages;
  }

  private static void add(
      List<ChatMessage> messages, ModelMessage message, Map<String, Object> attributes) {
    switch (message) {
      case ModelMessage.User(String text) ->
          messages.add(
              UserMessage.builder()
                  .addContent(TextContent.from(text))
                  .attributes(attributes)
                  .build());
      case ModelMessage.Assistant assistant ->
          messages.add(
              AiMessage.builder()
                  .text(assistant.text().isEmpty() ? null : assistant.text())
                  .toolExecutionRequests(
                      assistant.calls().stream()
                          .map(
                              call ->
                                  ToolExecutionRequest.builder()
                                      .id(call.id())
                                      .name(call.tool())
                                      .arguments(call.arguments())
                                      .build())
                          .toList())
                  .attributes(attributes)
                  .build());
      case ModelMessage.ToolAnswers(List<ToolAnswer> answers) -> {
        for (int i = 0; i < answers.size(); i++) {
          boolean last = i == answers.size() - 1;
          messages.add(result(answers.get(i), last ? attributes : Map.of()));
        }
      }
    }
  }

  private static ChatMessage result(ToolAnswer answer, Map<String, Object> attributes) {
    return ToolExecutionResultMessage.builder()
        .id(answer.call())
        .toolName(answer.tool())
        .text(answer.text())
        .isError(answer.failed())
        .attributes(attributes)
        .build();
  }

  /**
   * Tools whose schemas reach the provider as they are.
   *
   * @throws IllegalArgumentException if a schema is not a JSON object
   */
  static List<ToolSpecification> tools(List<ModelTool> tools) {
    return tools.stream()
        .map(
            tool ->
                ToolSpecification.builder()
                    .name(tool.name())
                    .description(tool.description())
                    .parameters(parameters(Json.readObject(tool.schema())))
                    .build())
        .toList();
  }

  private static JsonObjectSchema parameters(Map<String, @Nullable Object> schema) {
    JsonObjectSchema.Builder builder =
        JsonObjectSchema.builder().addProperties(elements(schema.get("properties")));
    if (schema.get("required") instanceof List<?> names) {
      builder.required(names.stream().map(String::valueOf).toList());
    }
    Map<String, JsonSchemaElement> definitions = elements(schema.get("$defs"));
    return (definitions.isEmpty() ? builder : builder.definitions(definitions)).build();
  }

  private static Map<String, JsonSchemaElement> elements(@Nullable Object schemas) {
    Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
    if (schemas instanceof Map<?, ?> map) {
      map.forEach(
          (name, schema) ->
              elements.put(
                  Objects.toString(name),
                  JsonRawSchema.from(schema instanceof Map<?, ?> ? Json.write(schema) : "{}")));
    }
    return elements;
  }
}
