package dev.cleveragents.engine.model;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hash of what a model is asked. Equal for requests with the same system text, messages and
 * tools; their place in the plan and the limit of the reply do not count.
 */
public final class RequestHash {

  private RequestHash() {}

  /** The hash, as {@code sha256:} and hexadecimal digits. */
  public static String of(ModelRequest request) {
    return "sha256:" + Sha256.of(canonical(request).getBytes(StandardCharsets.UTF_8));
  }

  /** A JSON text whose members are always in this order. */
  private static String canonical(ModelRequest request) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("system", request.system());
    json.put("messages", request.messages().stream().map(RequestHash::message).toList());
    json.put("tools", request.tools().stream().map(RequestHash::tool).toList());
    return Json.write(json);
  }

  private static List<Object> message(ModelMessage message) {
    return switch (message) {
      case ModelMessage.User(String text) -> List.of("user", text);
      case ModelMessage.Assistant assistant ->
          List.of(
              "assistant",
              assistant.text(),
              assistant.calls().stream()
                  .map(it -> List.of(it.id(), it.tool(), it.arguments()))
                  .toList());
      case ModelMessage.ToolAnswers answers ->
          List.of(
              "tool",
              answers.answers().stream()
                  .map(it -> List.of(it.call(), it.tool(), it.text(), it.failed()))
                  .toList());
    };
  }

  private static List<Object> tool(ModelTool tool) {
    return List.of(tool.name(), tool.description(), tool.schema());
  }
}
