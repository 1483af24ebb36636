package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.models.access.Secret;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.workspace.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The streaming formats of the providers, as a server writes them. */
enum WireFormat {
  CHAT_COMPLETIONS(Provider.OPENAI, false) {
    @Override
    List<String> events(WireReply reply) {
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

    private String choice(Map<String, Object> delta, String finish) {
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

    @Override
    String error(String type, String message) {
      return Json.write(Map.of("error", map("message", message, "type", type, "code", null)));
    }
  },

  RESPONSES(Provider.OPENAI, true) {
    @Override
    List<String> events(WireReply reply) {
      List<String> events = new ArrayList<>();
      events.add(event("response.created", Map.of("response", Map.of("id", "resp-1"))));
      reply
          .text()
          .forEach(it -> events.add(event("response.output_text.delta", Map.of("delta", it))));
      List<Object> output = new ArrayList<>();
      for (WireReply.Call call : reply.calls()) {
        String item = "fc_" + call.id();
        Map<String, Object> added =
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
        Map<String, Object> done = new LinkedHashMap<>(added);
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
      Map<String, Object> response = map("id", "resp-1", "output", output);
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

    private String event(String type, Map<String, Object> members) {
      Map<String, Object> event = map("type", type);
      event.putAll(members);
      return "event: " + type + "\n" + data(event);
    }

    @Override
    String error(String type, String message) {
      return CHAT_COMPLETIONS.error(type, message);
    }
  },

  ANTHROPIC(Provider.ANTHROPIC, true) {
    @Override
    List<String> events(WireReply reply) {
      List<String> events = new ArrayList<>();
      Map<String, Object> usage =
          map(
              "input_tokens",
              60,
              "cache_read_input_tokens",
              40,
              "cache_creation_input_tokens",
              5,
              "output_tokens",
              1);
      Map<String, Object> message = map("id", "msg-1", "type", "message", "model", "m");
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
      Map<String, Object> last = map("delta", map("stop_reason", stop));
      if (reply.usage()) {
        last.put("usage", Map.of("output_tokens", 7));
      }
      events.add(event("message_delta", last));
      events.add(event("message_stop", Map.of()));
      return events;
    }

    private String start(int index, Map<String, Object> block) {
      return event("content_block_start", map("index", index, "content_block", block));
    }

    private String delta(int index, Map<String, Object> delta) {
      return event("content_block_delta", map("index", index, "delta", delta));
    }

    private String event(String type, Map<String, Object> members) {
      Map<String, Object> event = map("type", type);
      event.putAll(members);
      return "event: " + type + "\n" + data(event);
    }

    @Override
    String error(String type, String message) {
      return Json.write(map("type", "error", "error", map("type", type, "message", message)));
    }
  },

  GEMINI(Provider.GEMINI, true) {
    @Override
    List<String> events(WireReply reply) {
      List<String> events = new ArrayList<>();
      reply.text().forEach(it -> events.add(event(reply, List.of(Map.of("text", it)), null)));
      List<Object> calls = new ArrayList<>();
      for (WireReply.Call call : reply.calls()) {
        Object args = Json.read(call.arguments());
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

    private String event(WireReply reply, List<?> parts, String finish) {
      Map<String, Object> candidate =
          map("content", map("role", "model", "parts", parts), "index", 0);
      if (finish != null) {
        candidate.put("finishReason", finish);
      }
      Map<String, Object> event = map("candidates", List.of(candidate), "responseId", "gem-1");
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

    @Override
    String error(String type, String message) {
      return Json.write(Map.of("error", map("code", 400, "message", message, "status", type)));
    }
  },

  OLLAMA(Provider.OLLAMA, false) {
    @Override
    List<String> events(WireReply reply) {
      return CHAT_COMPLETIONS.events(reply);
    }

    @Override
    String error(String type, String message) {
      return CHAT_COMPLETIONS.error(type, message);
    }
  };

  /** Appears in no message. */
  static final String KEY = "sk-secret-0123456789abcdef";

  final Provider provider;
  final boolean official;

  WireFormat(Provider provider, boolean official) {
    this.provider = provider;
    this.official = official;
  }

  /** A stream of server-sent events. */
  abstract List<String> events(WireReply reply);

  /** The body of a response with an error. */
  abstract String error(String type, String message);

  /** What every reply of these formats has used. */
  ModelUsage usage() {
    return this == GEMINI ? new ModelUsage(60, 40, 0, 7) : new ModelUsage(60, 40, 5, 7);
  }

  ProviderModel model(WireServer server, SharedHttpClient http, Duration silence) {
    Secret key = provider == Provider.OLLAMA ? null : new Secret(KEY);
    return new ProviderModel(
        new ModelInfo(new ModelName(provider.id(), "m-1"), 128_000, 8_000, null),
        new Endpoint(provider, server.address() + "/v1", official, key),
        http,
        silence,
        TimeSource.system());
  }

  static String data(Map<String, Object> json) {
    return "data: " + Json.write(json) + "\n\n";
  }

  /** A map that keeps its order and may have nulls. */
  static Map<String, Object> map(Object... members) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      map.put((String) members[i], members[i + 1]);
    }
    return map;
  }
}
