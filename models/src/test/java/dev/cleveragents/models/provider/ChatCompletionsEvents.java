package dev.cleveragents.models.provider;

import static dev.cleveragents.models.provider.WireFormat.data;
import static dev.cleveragents.models.provider.WireFormat.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of OpenAI's Chat Completions. */
final class ChatCompletionsEvents {

  private ChatCompletionsEvents() {}

  static List<String> of(WireReply reply) {
    List<String> events = new ArrayList<>();
    events.add(choice(Map.of("role", "assistant", "content", ""), null));
    reply.text().forEach(it -> events.add(choice(Map.of("content", it), null)));
    for (int i = 0; i < reply.calls().size(); i++) {
      WireReply.Call call = reply.calls().get(i);
      events.add(
          choice(
              Map.of(
                  "tool_calls",
                  List.of(
                      Map.of(
                          "index",
                          i,
                          "id",
                          call.id(),
                          "type",
                          "function",
                          "function",
                          Map.of("name", call.tool(), "arguments", "")))),
              null));
      for (String part : call.parts()) {
        events.add(
            choice(
                Map.of(
                    "tool_calls",
                    List.of(Map.of("index", i, "function", Map.of("arguments", part)))),
                null));
      }
    }
    events.add(
        choice(
            Map.of(),
            switch (reply.end()) {
              case DONE -> reply.calls().isEmpty() ? "stop" : "tool_calls";
              case LENGTH -> "length";
              case REFUSED -> "content_filter";
              case UNKNOWN -> "error";
            }));
    if (reply.usage()) {
      events.add(
          data(
              map(
                  "id",
                  "chat-1",
                  "choices",
                  List.of(),
                  "usage",
                  map(
                      "prompt_tokens",
                      105,
                      "completion_tokens",
                      7,
                      "prompt_tokens_details",
                      Map.of("cached_tokens", 40, "cache_write_tokens", 5)))));
    }
    events.add("data: [DONE]\n\n");
    return events;
  }

  private static String choice(Map<String, ?> delta, @Nullable String finish) {
    return data(
        map(
            "id",
            "chat-1",
            "object",
            "chat.completion.chunk",
            "created",
            1,
            "model",
            "m",
            "choices",
            List.of(map("index", 0, "delta", delta, "finish_reason", finish))));
  }
}
