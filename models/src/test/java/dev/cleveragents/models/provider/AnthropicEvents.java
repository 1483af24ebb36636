package dev.cleveragents.models.provider;

import static dev.cleveragents.models.provider.WireFormat.data;
import static dev.cleveragents.models.provider.WireFormat.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of Anthropic's Messages. */
final class AnthropicEvents {

  private AnthropicEvents() {}

  static List<String> of(WireReply reply) {
    List<String> events = new ArrayList<>();
    Map<String, @Nullable Object> usage =
        map(
            "input_tokens",
            60,
            "cache_read_input_tokens",
            40,
            "cache_creation_input_tokens",
            5,
            "output_tokens",
            1);
    Map<String, @Nullable Object> message = map("id", "msg-1", "type", "message", "model", "m");
    if (reply.usage()) {
      message.put("usage", usage);
    }
    events.add(event("message_start", map("message", message)));
    events.add(event("ping", Map.of()));
    int index = 0;
    if (!reply.text().isEmpty()) {
      events.add(start(index, map("type", "text", "text", "")));
      for (String part : reply.text()) {
        events.add(delta(index, map("type", "text_delta", "text", part)));
      }
      events.add(event("content_block_stop", map("index", index++)));
    }
    for (WireReply.Call call : reply.calls()) {
      events.add(
          start(
              index,
              map("type", "tool_use", "id", call.id(), "name", call.tool(), "input", Map.of())));
      for (String part : call.parts()) {
        events.add(delta(index, map("type", "input_json_delta", "partial_json", part)));
      }
      events.add(event("content_block_stop", map("index", index++)));
    }
    String stop =
        switch (reply.end()) {
          case DONE -> reply.calls().isEmpty() ? "end_turn" : "tool_use";
          case LENGTH -> "max_tokens";
          case REFUSED -> "refusal";
          case UNKNOWN -> "something_new";
        };
    Map<String, @Nullable Object> last = map("delta", map("stop_reason", stop));
    if (reply.usage()) {
      last.put("usage", Map.of("output_tokens", 7));
    }
    events.add(event("message_delta", last));
    events.add(event("message_stop", Map.of()));
    return events;
  }

  private static String start(int index, Map<String, @Nullable Object> block) {
    return event("content_block_start", map("index", index, "content_block", block));
  }

  private static String delta(int index, Map<String, @Nullable Object> delta) {
    return event("content_block_delta", map("index", index, "delta", delta));
  }

  private static String event(String type, Map<String, ? extends @Nullable Object> members) {
    Map<String, @Nullable Object> event = map("type", type);
    event.putAll(members);
    return "event: " + type + "\n" + data(event);
  }
}
