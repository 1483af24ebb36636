package dev.cleveragents.models.provider;

import static dev.cleveragents.models.provider.WireFormat.map;

import dev.cleveragents.workspace.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of Gemini's streamGenerateContent. */
final class GeminiEvents {

  private GeminiEvents() {}

  static List<String> of(WireReply reply) {
    List<String> events = new ArrayList<>();
    reply.text().forEach(it -> events.add(event(reply, List.of(Map.of("text", it)), null)));
    List<Object> calls = new ArrayList<>();
    for (WireReply.Call call : reply.calls()) {
      Object args = Json.readObject(call.arguments());
      calls.add(Map.of("functionCall", map("id", call.id(), "name", call.tool(), "args", args)));
    }
    String finish =
        switch (reply.end()) {
          case DONE -> "STOP";
          case LENGTH -> "MAX_TOKENS";
          case REFUSED -> "SAFETY";
          case UNKNOWN -> "FUNCTION_CALL";
        };
    events.add(event(reply, calls, finish));
    return events;
  }

  private static String event(WireReply reply, List<?> parts, @Nullable String finish) {
    Map<String, @Nullable Object> candidate =
        map("content", map("role", "model", "parts", parts), "index", 0);
    if (finish != null) {
      candidate.put("finishReason", finish);
    }
    Map<String, @Nullable Object> event =
        map("candidates", List.of(candidate), "responseId", "gem-1");
    if (reply.usage()) {
      event.put(
          "usageMetadata",
          map(
              "promptTokenCount",
              100,
              "cachedContentTokenCount",
              40,
              "candidatesTokenCount",
              4,
              "thoughtsTokenCount",
              3));
    }
    return "data: " + Json.write(event) + "\r\n\r\n";
  }
}
