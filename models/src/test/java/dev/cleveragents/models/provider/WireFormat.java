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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The streaming formats of the providers, as a server writes them. */
enum WireFormat {
  CHAT_COMPLETIONS(Provider.OPENAI, false),
  RESPONSES(Provider.OPENAI, true),
  ANTHROPIC(Provider.ANTHROPIC, true),
  GEMINI(Provider.GEMINI, true),
  OLLAMA(Provider.OLLAMA, false);

  /** Appears in no message. */
  static final String KEY = "sk-" + "secret-0123456789abcdef";

  final Provider provider;
  final boolean official;

  WireFormat(Provider provider, boolean official) {
    this.provider = provider;
    this.official = official;
  }

  /** A stream of server-sent events. */
  List<String> events(WireReply reply) {
    return switch (this) {
      case CHAT_COMPLETIONS, OLLAMA -> ChatCompletionsEvents.of(reply);
      case RESPONSES -> ResponsesEvents.of(reply);
      case ANTHROPIC -> AnthropicEvents.of(reply);
      case GEMINI -> GeminiEvents.of(reply);
    };
  }

  /** The body of a response with an error. */
  String error(String type, String message) {
    return switch (this) {
      case CHAT_COMPLETIONS, RESPONSES, OLLAMA ->
          Json.write(Map.of("error", map("message", message, "type", type, "code", null)));
      case ANTHROPIC ->
          Json.write(map("type", "error", "error", map("type", type, "message", message)));
      case GEMINI ->
          Json.write(Map.of("error", map("code", 400, "message", message, "status", type)));
    };
  }

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

  static String data(Map<String, @Nullable Object> json) {
    return "data: " + Json.write(json) + "\n\n";
  }

  /** A map that keeps its order and may have nulls. */
  static Map<String, @Nullable Object> map(@Nullable Object... members) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      map.put(String.valueOf(members[i]), members[i + 1]);
    }
    return map;
  }
}
