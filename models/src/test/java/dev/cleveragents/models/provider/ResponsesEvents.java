package dev.cleveragents.models.provider;

import static dev.cleveragents.models.provider.WireFormat.data;
import static dev.cleveragents.models.provider.WireFormat.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of OpenAI's Responses. */
final class ResponsesEvents {

  private ResponsesEvents() {}

  static List<String> of(WireReply reply) {
    List<String> events = new ArrayList<>();
    events.add(event("response.created", Map.of("response", Map.of("id", "resp-1"))));
    reply
        .text()
        .forEach(it -> events.add(event("response.output_text.delta", Map.of("delta", it))));
    List<Object> output = new ArrayList<>();
    for (WireReply.Call call : reply.calls()) {
      String item = "fc_" + call.id();
      Map<String, @Nullable Object> added =
          map(
              "type",
              "function_call",
              "id",
              item,
              "call_id",
              call.id(),
              "name",
              call.tool(),
              "arguments",
              "");
      events.add(event("response.output_item.added", map("output_index", 0, "item", added)));
      for (String part : call.parts()) {
        events.add(
            event("response.function_call_arguments.delta", map("item_id", item, "delta", part)));
      }
      Map<String, @Nullable Object> done = new LinkedHashMap<>(added);
      done.put("arguments", call.arguments());
      output.add(done);
      events.add(event("response.output_item.done", map("output_index", 0, "item", done)));
    }
    if (!reply.text().isEmpty()) {
      output.add(
          map(
              "type",
              "message",
              "content",
              List.of(Map.of("type", "output_text", "text", String.join("", reply.text())))));
    }
    Map<String, @Nullable Object> response = map("id", "resp-1", "output", output);
    if (reply.usage()) {
      response.put(
          "usage",
          map(
              "input_tokens",
              105,
              "output_tokens",
              7,
              "input_tokens_details",
              Map.of("cached_tokens", 40, "cache_write_tokens", 5)));
    }
    boolean done = reply.end() == WireReply.End.DONE;
    response.put("status", done ? "completed" : "incomplete");
    if (!done) {
      String reason =
          switch (reply.end()) {
            case LENGTH -> "max_output_tokens";
            case REFUSED -> "content_filter";
            case DONE, UNKNOWN -> "something_new";
          };
      response.put("incomplete_details", Map.of("reason", reason));
    }
    events.add(
        event(done ? "response.completed" : "response.incomplete", Map.of("response", response)));
    return events;
  }

  private static String event(String type, Map<String, ? extends @Nullable Object> members) {
    Map<String, @Nullable Object> event = map("type", type);
    event.putAll(members);
    return "event: " + type + "\n" + data(event);
  }
}
