package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.workspace.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the providers are sent. */
class ProviderRequestTest {

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private @Nullable Object sent(WireFormat format, ModelRequest request) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.saying("a"))));
    format
        .model(server, http, Duration.ofSeconds(20))
        .reply(request, ReplyListener.NONE, CancellationToken.none());
    return Json.read(server.body());
  }

  private static @Nullable Object schema() {
    return Json.read(Requests.READ.schema());
  }

  @ParameterizedTest
  @EnumSource
  void theKeyIsSentWhereTheProviderLooksForIt(WireFormat format) throws Exception {
    sent(format, Requests.simple());

    WireServer.Seen seen = server.requests().getLast();
    Map<String, String> headers = seen.headers();
    switch (format) {
      case CHAT_COMPLETIONS, RESPONSES ->
          assertThat(headers).containsEntry("authorization", "Bearer " + WireFormat.KEY);
      case ANTHROPIC -> assertThat(headers).containsEntry("x-api-key", WireFormat.KEY);
      case GEMINI -> assertThat(headers).containsEntry("x-goog-api-key", WireFormat.KEY);
      case OLLAMA -> assertThat(headers).doesNotContainKey("authorization");
    }
    assertThat(seen.path()).startsWith("/v1/").doesNotContain(WireFormat.KEY);
    assertThat(seen.body()).doesNotContain(WireFormat.KEY);
    assertThat(headers).doesNotContainKeys("upgrade", "http2-settings");
  }

  @Test
  void chatCompletionsGetTheConversation() throws Exception {
    Object body = sent(WireFormat.CHAT_COMPLETIONS, Requests.conversation());

    assertThat(JsonFields.text(body, "messages", 0, "role")).isEqualTo("system");
    assertThat(JsonFields.text(body, "messages", 1, "content")).isEqualTo("Hello");
    assertThat(JsonFields.text(body, "messages", 2, "tool_calls", 1, "id")).isEqualTo("b");
    assertThat(JsonFields.text(body, "messages", 3, "content")).isEqualTo("content of x");
    assertThat(JsonFields.text(body, "messages", 4, "tool_call_id")).isEqualTo("b");
    assertThat(JsonFields.at(body, "tools", 0, "function", "parameters")).isEqualTo(schema());
    assertThat(JsonFields.number(body, "max_tokens")).isEqualTo(1_000);
    assertThat(JsonFields.at(body, "stream_options", "include_usage")).isEqualTo(true);
    assertThat(server.requests().getLast().path()).isEqualTo("/v1/chat/completions");
  }

  @Test
  void newModelsOfOpenAiBehindAProxyGetTheirNameOfTheLimit() throws Exception {
    server.then(it -> it.stream(WireFormat.CHAT_COMPLETIONS.events(WireReply.saying("a"))));
    new ProviderModel(
            new ModelInfo(new ModelName("openai", "gpt-5-mini"), 1000, 100, null),
            new Endpoint(Provider.OPENAI, server.address(), false, null),
            http,
            Duration.ofSeconds(20),
            TimeSource.system())
        .reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none());

    Object body = Json.read(server.body());
    assertThat(JsonFields.number(body, "max_completion_tokens")).isEqualTo(1_000);
    assertThat(JsonFields.at(body, "max_tokens")).isNull();
  }

  @Test
  void responsesGetTheConversationAndToolsThatAreNotStrict() throws Exception {
    Object body = sent(WireFormat.RESPONSES, Requests.conversation());

    assertThat(JsonFields.text(body, "input", 0, "role")).isEqualTo("system");
    assertThat(JsonFields.text(body, "input", 2, "content", 0, "text")).isEqualTo("I look.");
    assertThat(JsonFields.text(body, "input", 3, "type")).isEqualTo("function_call");
    assertThat(JsonFields.text(body, "input", 5, "output")).isEqualTo("content of x");
    assertThat(JsonFields.at(body, "tools", 0, "parameters")).isEqualTo(schema());
    assertThat(JsonFields.at(body, "tools", 0, "strict")).isEqualTo(false);
    assertThat(JsonFields.at(body, "tools", 1, "strict")).isEqualTo(false);
    assertThat(JsonFields.at(body, "store")).isEqualTo(false);
    assertThat(JsonFields.number(body, "max_output_tokens")).isEqualTo(1_000);
    assertThat(server.requests().getLast().path()).isEqualTo("/v1/responses");
  }

  @Test
  void anthropicCachesToolsSystemAndTheConversation() throws Exception {
    Object body = sent(WireFormat.ANTHROPIC, Requests.conversation());

    Object cached = Map.of("type", "ephemeral");
    assertThat(JsonFields.at(body, "tools", 0, "cache_control")).isNull();
    assertThat(JsonFields.at(body, "tools", 1, "cache_control")).isEqualTo(cached);
    assertThat(JsonFields.at(body, "system", 0, "cache_control")).isEqualTo(cached);
    assertThat(JsonFields.at(body, "messages", 0, "content", 0, "cache_control")).isEqualTo(cached);
    assertThat(JsonFields.at(body, "messages", 1, "content", 0, "cache_control")).isNull();
    assertThat(JsonFields.at(body, "messages", 2, "content", 0, "cache_control")).isNull();
    assertThat(JsonFields.at(body, "messages", 2, "content", 1, "cache_control")).isEqualTo(cached);
    assertThat(server.body().split("cache_control", -1)).hasSize(5);
  }

  @Test
  void anthropicGetsNoMarkOnAnEmptyText() throws Exception {
    ModelRequest request = Requests.conversation();
    List<ModelMessage> messages = new ArrayList<>(request.messages().subList(0, 2));
    messages.add(
        new ModelMessage.ToolAnswers(
            List.of(new ModelMessage.ToolAnswer("a", "read_file", "", false))));
    sent(
        WireFormat.ANTHROPIC,
        new ModelRequest(request.turn(), "", messages, List.of(), request.maxOutput()));

    assertThat(server.body().split("cache_control", -1)).hasSize(2);
  }

  @Test
  void anthropicGetsTheConversation() throws Exception {
    Object body = sent(WireFormat.ANTHROPIC, Requests.conversation());

    assertThat(JsonFields.text(body, "system", 0, "text")).isEqualTo("Be brief.");
    assertThat(JsonFields.text(body, "messages", 1, "content", 1, "type")).isEqualTo("tool_use");
    assertThat(JsonFields.at(body, "messages", 1, "content", 1, "input"))
        .isEqualTo(Map.of("path", "x"));
    assertThat(JsonFields.text(body, "messages", 2, "content", 0, "tool_use_id")).isEqualTo("a");
    assertThat(JsonFields.at(body, "messages", 2, "content", 0, "is_error")).isNull();
    assertThat(JsonFields.at(body, "messages", 2, "content", 1, "is_error")).isEqualTo(true);
    assertThat(JsonFields.at(body, "tools", 0, "input_schema", "properties"))
        .isEqualTo(JsonFields.at(schema(), "properties"));
    assertThat(JsonFields.at(body, "tools", 0, "input_schema", "$defs"))
        .isEqualTo(JsonFields.at(schema(), "$defs"));
    assertThat(JsonFields.number(body, "max_tokens")).isEqualTo(1_000);
    assertThat(server.requests().getLast().path()).isEqualTo("/v1/messages");
  }

  @Test
  void geminiGetsOneMessageWithAllAnswersOfATurn() throws Exception {
    Object body = sent(WireFormat.GEMINI, Requests.conversation());

    assertThat(JsonFields.at(body, "contents"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(3);
    assertThat(JsonFields.text(body, "contents", 1, "role")).isEqualTo("model");
    assertThat(JsonFields.text(body, "contents", 2, "role")).isEqualTo("user");
    assertThat(JsonFields.text(body, "contents", 2, "parts", 0, "functionResponse", "name"))
        .isEqualTo("read_file");
    assertThat(JsonFields.text(body, "contents", 2, "parts", 1, "functionResponse", "id"))
        .isEqualTo("b");
    assertThat(JsonFields.text(body, "systemInstruction", "parts", 0, "text"))
        .isEqualTo("Be brief.");
    assertThat(JsonFields.number(body, "generationConfig", "maxOutputTokens")).isEqualTo(1_000);
    assertThat(server.requests().getLast().path())
        .isEqualTo("/v1/models/m-1:streamGenerateContent?alt=sse");
  }

  @Test
  void geminiGetsSchemasAsTheyAre() throws Exception {
    Object body = sent(WireFormat.GEMINI, Requests.conversation());

    Object tools = JsonFields.at(body, "tools", 0, "functionDeclarations");
    assertThat(JsonFields.at(tools, 0, "parametersJsonSchema")).isEqualTo(schema());
    assertThat(JsonFields.at(tools, 0, "parameters")).isNull();
    assertThat(JsonFields.at(tools, 1))
        .isEqualTo(Map.of("name", "now", "description", "Tells the time."));
  }

  @Test
  void geminiGetsAMarkInPlaceOfTheFirstSignature() throws Exception {
    Object body = sent(WireFormat.GEMINI, Requests.conversation());

    Object parts = JsonFields.at(body, "contents", 1, "parts");
    assertThat(JsonFields.text(parts, 0, "text")).isEqualTo("I look.");
    assertThat(JsonFields.text(parts, 1, "thoughtSignature"))
        .isEqualTo("skip_thought_signature_validator");
    assertThat(JsonFields.text(parts, 2, "thoughtSignature")).isNull();
  }

  @Test
  void olderModelsOfGeminiGetNoMark() {
    String body =
        "{\"contents\":[{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"now\",\"args\":{}}}]}]}";
    ModelRequest plain =
        new ModelRequest(new ModelRequest.Turn("x", 1), "", List.of(), List.of(), 1);

    assertThat(new GeminiWire().rewrite(body, "gemini-2.5-pro", plain)).isEqualTo(body);
    assertThat(new GeminiWire().rewrite(body, "gemini-3-pro", plain)).contains("thoughtSignature");
  }
}
