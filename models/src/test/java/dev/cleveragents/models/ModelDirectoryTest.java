package dev.cleveragents.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.provider.Requests;
import dev.cleveragents.models.provider.WireServer;
import dev.cleveragents.models.replay.Recording;
import dev.cleveragents.models.replay.RecordingFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelDirectoryTest {

  private static final String CHAT =
      """
      data: {"id":"c","choices":[{"index":0,"delta":{"content":"OK"},"finish_reason":null}]}

      data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"%s"}]}

      data: {"id":"c","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}

      data: [DONE]

      """;

  @TempDir Path home;
  private final WireServer server = new WireServer();
  private final Map<String, String> environment = new HashMap<>();
  private final List<ModelDirectory> opened = new java.util.ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(ModelDirectory::close);
    server.close();
  }

  private ModelDirectory directory() {
    ModelDirectory directory = new ModelDirectory(environment, home, TimeSource.system());
    opened.add(directory);
    return directory;
  }

  private ModelException refusal(String name) {
    return catchThrowableOfType(ModelException.class, () -> directory().open(ModelName.of(name)));
  }

  @Test
  void aModelOfAServerIsOpenedAndAsked() throws Exception {
    environment.put("OPENAI_BASE_URL", server.address() + "/v1");
    server.then(it -> it.respond(503, ""));
    server.then(it -> it.stream(List.of(CHAT.formatted("stop"))));

    ChatModel model = directory().open(ModelName.of("openai/own-model"));
    ModelReply reply = model.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none());

    assertThat(reply.text()).isEqualTo("OK");
    assertThat(server.requests()).hasSize(2);
    assertThat(server.body()).contains("\"own-model\"");
    assertThat(model.info().contextWindow()).isEqualTo(128_000);
    assertThat(model.info().price()).isNull();
  }

  @Test
  void aModelOfTheCatalogueIsOpenedWithItsPrice() throws Exception {
    environment.put("ANTHROPIC_API_KEY", "k");

    assertThat(directory().open(ModelName.of("anthropic/claude-sonnet-4-5")).info().price())
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "openai/gpt-5, AUTH, OPENAI_API_KEY",
    "nobody/x, NOT_FOUND, no provider 'nobody'",
    "replay/abc, NOT_FOUND, does not name a recording",
    "scripted/none.yaml, NOT_FOUND, There is no script none.yaml"
  })
  void whatCannotBeOpenedSaysWhy(String name, Kind kind, String message) {
    ModelException refusal = refusal(name);

    assertThat(refusal.kind()).isEqualTo(kind);
    assertThat(refusal).hasMessageContaining(message);
  }

  @Test
  void aBrokenCatalogueIsNamed() throws Exception {
    environment.put("ANTHROPIC_API_KEY", "k");
    Files.writeString(home.resolve("models.toml"), "[models");

    assertThat(refusal("anthropic/x")).hasMessageContaining("models.toml:1");
    assertThatThrownBy(() -> directory().best()).hasMessageContaining("models.toml:1");
    assertThatThrownBy(() -> directory().list()).hasMessageContaining("models.toml:1");
  }

  @Test
  void aRecordingIsAddedAndAnswers() throws Exception {
    Path file = home.resolve("run.jsonl");
    RecordingFile.write(file, new Recording("goal", List.of()));

    ModelName name = directory().addRecording(file);

    assertThat(name.provider()).isEqualTo("replay");
    assertThat(directory().open(name).info().name()).isEqualTo(name);
    assertThat(directory().addRecording(file, true).model()).isEqualTo(name.model() + ":strict");
  }

  @Test
  void aTestOfARecordingOpensIt() throws Exception {
    Path file = home.resolve("run.jsonl");
    RecordingFile.write(file, new Recording("goal", List.of()));
    ModelName name = directory().addRecording(file);

    assertThat(directory().test(name, CancellationToken.none()).usage().total()).isZero();
    assertThatThrownBy(
            () -> directory().test(new ModelName("replay", "x"), CancellationToken.none()))
        .isInstanceOf(ModelException.class);
  }

  @Test
  void aKeyFileThatOthersMayReadIsNotPassedOver() throws Exception {
    environment.put("GEMINI_API_KEY", "k");
    Path keys = home.resolve("keys.toml");
    Files.writeString(keys, "anthropic = \"k\"\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> directory().best()).hasMessageContaining("chmod 600");
  }

  @Test
  void aScriptIsOpened() throws Exception {
    Path script = home.resolve("script.yaml");
    Files.writeString(script, "- reply: {text: scripted}");

    ChatModel model = directory().open(ModelName.of("scripted/" + script));

    assertThat(model.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()).text())
        .isEqualTo("scripted");
    assertThat(
            directory()
                .test(ModelName.of("scripted/" + script), CancellationToken.none())
                .usage()
                .total())
        .isPositive();
  }

  @Test
  void theBestModelIsThatOfTheFirstProviderWithAKey() throws Exception {
    assertThat(directory().best()).isEmpty();
    environment.put("GEMINI_API_KEY", "k");
    assertThat(directory().best())
        .hasValueSatisfying(it -> assertThat(it.provider()).isEqualTo("gemini"));
    environment.put("OPENAI_API_KEY", "k");
    assertThat(directory().best())
        .hasValueSatisfying(it -> assertThat(it.provider()).isEqualTo("openai"));
    environment.put("ANTHROPIC_API_KEY", "k");
    assertThat(directory().best()).contains(ModelName.of("anthropic/claude-opus-5-5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPENAI_BASE_URL", "OLLAMA_HOST"})
  void theBestModelOfAnOwnServerIsTheFirstItLists(String variable) throws Exception {
    environment.put(variable, server.address() + "/v1");
    server.then(
        it ->
            it.respond(
                200,
                "{\"data\":[{\"id\":\"bad name!\"},{\"id\":\"nomic-embed-text\"},{\"id\":\"qwen3:8b\"},{\"id\":\"b\"}]}"));

    assertThat(directory().best())
        .hasValueSatisfying(it -> assertThat(it.model()).isEqualTo("qwen3:8b"));
    assertThat(server.requests().getLast().path()).isEqualTo("/v1/models");
  }

  @Test
  void theBestModelOfAnOwnServerIsThePreferredIfItHasThat() throws Exception {
    environment.put("OPENAI_BASE_URL", server.address());
    environment.put("OPENAI_API_KEY", "server-key");
    Files.writeString(home.resolve("models.toml"), "[best]\nopenai = \"b\"\n");
    server.then(it -> it.respond(200, "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}"));

    assertThat(directory().best()).contains(ModelName.of("openai/b"));
    assertThat(server.requests().getLast().headers())
        .containsEntry("authorization", "Bearer server-key");
  }

  @ParameterizedTest
  @CsvSource({"500, x", "200, no json", "200, {}", "200, []"})
  void theOnlyServerWithoutAListIsReported(int status, String body) throws Exception {
    environment.put("OLLAMA_HOST", server.address());
    server.then(it -> it.respond(status, body));

    assertThatThrownBy(() -> directory().best()).hasMessageContaining("models of http://");
  }

  @Test
  void aServerThatIsNotThereIsReportedUnlessThereIsAnother() throws Exception {
    environment.put("OPENAI_BASE_URL", server.address());
    server.close();

    assertThatThrownBy(() -> directory().best()).hasMessageContaining("OPENAI_BASE_URL");

    environment.put("GEMINI_API_KEY", "k");
    assertThat(directory().best()).isPresent();
  }

  @Test
  void theListSaysWhatIsMissing() throws Exception {
    environment.put("ANTHROPIC_API_KEY", "k");
    environment.put("OLLAMA_HOST", server.address());
    server.then(it -> it.respond(200, "{\"data\":[{\"id\":\"qwen3:8b\"}]}"));

    List<ModelStatus> list = directory().list().models();

    assertThat(status(list, "anthropic/claude-opus-5-5").isUsable()).isTrue();
    assertThat(status(list, "anthropic/claude-opus-5-5").info().price()).isNotNull();
    assertThat(status(list, "openai/gpt-5").isUsable()).isFalse();
    assertThat(status(list, "openai/gpt-5").problem()).contains("OPENAI_API_KEY");
    assertThat(status(list, "ollama/qwen3:8b").isUsable()).isTrue();
    assertThat(status(list, "ollama/qwen3:8b").info().contextWindow()).isEqualTo(32_000);
  }

  @Test
  void ofAServerOfTheUsersOwnOnlyItsModelsAreListed() throws Exception {
    environment.put("OPENAI_API_KEY", "k");
    environment.put("OPENAI_BASE_URL", server.address());
    server.then(it -> it.respond(200, "{\"data\":[{\"id\":\"mine\"}]}"));

    assertThat(directory().list().models())
        .extracting(it -> it.info().name().toString())
        .filteredOn(name -> name.startsWith("openai/"))
        .containsExactly("openai/mine");

    server.close();
    ModelListing silent = directory().list();
    assertThat(silent.problems().get("openai")).contains("does not answer");
    assertThat(silent.models()).noneMatch(it -> it.info().name().provider().equals("openai"));
  }

  @Test
  void theListNamesAProviderWithoutModels() throws Exception {
    assertThat(directory().list().problems())
        .containsOnlyKeys("anthropic", "openai", "gemini", "ollama")
        .hasEntrySatisfying("ollama", problem -> assertThat(problem).contains("OLLAMA_HOST"));

    environment.put("OLLAMA_HOST", server.address());
    server.close();

    assertThat(directory().list().problems().get("ollama")).contains("does not answer");
  }

  private static ModelStatus status(List<ModelStatus> list, String name) {
    return list.stream()
        .filter(it -> it.info().name().equals(ModelName.of(name)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop", "length"})
  void aTestAsksOnceAndMeasures(String finish) throws Exception {
    environment.put("OPENAI_BASE_URL", server.address());
    server.then(it -> it.stream(List.of(CHAT.formatted(finish))));

    ModelProbe probe = directory().test(ModelName.of("openai/x"), CancellationToken.none());

    assertThat(probe.latency()).isPositive();
    assertThat(probe.usage().output()).isEqualTo(2);
    assertThat(server.body()).contains("\"max_tokens\" : 16");
  }

  @Test
  void aTestDoesNotTryAgain() {
    environment.put("OPENAI_BASE_URL", server.address());
    server.then(it -> it.respond(503, ""));

    assertThatThrownBy(() -> directory().test(ModelName.of("openai/x"), CancellationToken.none()))
        .isInstanceOf(ModelException.class);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aTestOfAReplyThatIsRefusedFails() {
    environment.put("OPENAI_BASE_URL", server.address());
    server.then(it -> it.stream(List.of(CHAT.formatted("content_filter"))));

    assertThat(
            catchThrowableOfType(
                    ModelException.class,
                    () -> directory().test(ModelName.of("openai/x"), CancellationToken.none()))
                .kind())
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void aClosedDirectoryAsksNoOne() throws Exception {
    environment.put("OPENAI_BASE_URL", server.address());
    ModelDirectory directory = directory();
    ChatModel model = directory.open(ModelName.of("openai/x"));
    directory.close();
    directory.close();

    assertThatThrownBy(
            () -> model.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()))
        .isInstanceOf(IllegalStateException.class);
  }
}
