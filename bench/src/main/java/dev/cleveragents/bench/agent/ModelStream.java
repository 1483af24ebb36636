package dev.cleveragents.bench.agent;

import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.workspace.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The server-sent events of a reply, as two providers send them. */
enum ModelStream {
  /** OpenAI's Chat Completions. */
  CHAT_COMPLETIONS {
    @Override
    List<String> events(ScriptedReply reply) {
      List<String> events = new ArrayList<>();
      events.add(choice(Map.of("role", "assistant", "content", reply.text()), null));
      int index = 0;
      for (ModelToolCall call : reply.calls()) {
        Map<String, ?> function = Map.of("name", call.tool(), "arguments", call.arguments());
        events.add(
            choice(
                Map.of(
                    "tool_calls",
                    List.of(
                        Map.of(
                            "index",
                            index,
                            "id",
                            call.id(),
                            "type",
                            "function",
                            "function",
                            function))),
                null));
        index++;
      }
      events.add(choice(Map.of(), reply.calls().isEmpty() ? "stop" : "tool_calls"));
      Map<String, Object> usage =
          Map.of(
              "prompt_tokens", INPUT, "completion_tokens", OUTPUT, "total_tokens", INPUT + OUTPUT);
      events.add(data(Map.of("id", ID, "choices", List.of(), "usage", usage)));
      events.add("data: [DONE]\n\n");
      return events;
    }

    private static String choice(Map<String, ?> delta, @Nullable String finish) {
      Map<String, @Nullable Object> choice = new LinkedHashMap<>();
      choice.put("index", 0);
      choice.put("delta", delta);
      choice.put("finish_reason", finish);
      return data(
          Map.of(
              "id",
              ID,
              "object",
              "chat.completion.chunk",
              "created",
              1,
              "model",
              "m",
              "choices",
              List.of(choice)));
    }
  },
  /** Anthropic's Messages. */
  MESSAGES {
    @Override
    List<String> events(ScriptedReply reply) {
      List<String> events = new ArrayList<>();
      Map<String, Object> message = new LinkedHashMap<>();
      message.put("id", ID);
      message.put("type", "message");
      message.put("role", "assistant");
      message.put("model", "m");
      message.put("content", List.of());
      message.put("usage", Map.of("input_tokens", INPUT, "output_tokens", 1));
      events.add(event("message_start", Map.of("message", message)));
      block(
          events,
          0,
          Map.of("type", "text", "text", ""),
          Map.of("type", "text_delta", "text", reply.text()));
      int index = 1;
      for (ModelToolCall call : reply.calls()) {
        block(
            events,
            index,
            Map.of("type", "tool_use", "id", call.id(), "name", call.tool(), "input", Map.of()),
            Map.of("type", "input_json_delta", "partial_json", call.arguments()));
        index++;
      }
      events.add(
          event(
              "message_delta",
              Map.of(
                  "delta",
                  Map.of("stop_reason", reply.calls().isEmpty() ? "end_turn" : "tool_use"),
                  "usage",
                  Map.of("output_tokens", OUTPUT))));
      events.add(event("message_stop", Map.of()));
      return events;
    }

    private static void block(
        List<String> events, int index, Map<String, ?> start, Map<String, ?> delta) {
      events.add(event("content_block_start", Map.of("index", index, "content_block", start)));
      events.add(event("content_block_delta", Map.of("index", index, "delta", delta)));
      events.add(event("content_block_stop", Map.of("index", index)));
    }

    private static String event(String type, Map<String, ?> members) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("type", type);
      event.putAll(members);
      return "event: " + type + "\n" + data(event);
    }
  };

  private static final String ID = "reply-1";
  private static final int INPUT = 1_000;
  private static final int OUTPUT = 20;

  abstract List<String> events(ScriptedReply reply);

  private static String data(Map<String, ?> json) {
    return "data: " + Json.write(json) + "\n\n";
  }
}
