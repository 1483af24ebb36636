package dev.cleveragents.models.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.models.provider.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptedModelTest {

  @TempDir Path folder;

  private ScriptedModel model(String yaml) throws Exception {
    Path file = folder.resolve("script.yaml");
    Files.writeString(file, yaml);
    return ScriptedModel.open(ModelName.of("scripted/" + file), file);
  }

  private static ModelReply reply(ScriptedModel model, int turn, ModelMessage... messages)
      throws Exception {
    return model.reply(
        new ModelRequest(new Turn("execution", turn), "", List.of(messages), List.of(), 100),
        ReplyListener.NONE,
        CancellationToken.none());
  }

  private static ModelMessage user(String text) {
    return new ModelMessage.User(text);
  }

  private static final String SCRIPT =
      """
      - when: (?i)capital of \\w+
        reply: {text: Paris}
      - turn: 2
        reply:
          calls:
            - {tool: read_file, arguments: {path: a.txt, lines: [1, 2]}}
            - {tool: now}
            - {tool: odd, arguments: "{not json"}
          usage: {input: 5, cache_read: 1, cache_write: 2, output: 3}
      - when: boom
        reply: {fail: OVERLOADED}
      - reply: {text: other, stop: length}
      """;

  @Test
  void theFirstRuleThatMatchesWins() throws Exception {
    ScriptedModel model = model(SCRIPT);

    assertThat(reply(model, 1, user("the Capital of France")).text()).isEqualTo("Paris");
    assertThat(reply(model, 2, user("the capital of France")).text()).isEqualTo("Paris");
    assertThat(reply(model, 1, user("x")).text()).isEqualTo("other");
    assertThat(reply(model, 1, user("x")).stop()).isEqualTo(StopReason.LENGTH);
  }

  @Test
  void aRuleMayCallTools() throws Exception {
    ModelReply reply = reply(model(SCRIPT), 2, user("x"));

    assertThat(reply.calls())
        .containsExactly(
            new ModelToolCall("call_2_1", "read_file", "{\"path\":\"a.txt\",\"lines\":[1,2]}"),
            new ModelToolCall("call_2_2", "now", "{}"),
            new ModelToolCall("call_2_3", "odd", "{not json"));
    assertThat(reply.stop()).isEqualTo(StopReason.TOOL_CALLS);
    assertThat(reply.usage()).isEqualTo(new ModelUsage(5, 1, 2, 3));
  }

  @Test
  void theLastMessageMayBeOfAnyKind() throws Exception {
    ScriptedModel model = model("- when: ^yes$\n  reply: {text: matched}\n");

    assertThat(
            reply(
                    model,
                    1,
                    user("no"),
                    new ModelMessage.ToolAnswers(
                        List.of(new ModelMessage.ToolAnswer("a", "t", "yes", false))))
                .text())
        .isEqualTo("matched");
    assertThat(reply(model, 1, new ModelMessage.Assistant("yes", List.of())).text())
        .isEqualTo("matched");
    assertThatThrownBy(() -> reply(model, 1)).isInstanceOf(ModelException.class);
  }

  @Test
  void aRuleMayFail() throws Exception {
    ScriptedModel model = model(SCRIPT);

    ModelException failure =
        catchThrowableOfType(ModelException.class, () -> reply(model, 1, user("boom")));

    assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
  }

  @Test
  void withoutARuleTheTurnIsNamed() throws Exception {
    ScriptedModel model = model("- {turn: 1, reply: {text: a}}");

    ModelException failure =
        catchThrowableOfType(ModelException.class, () -> reply(model, 3, user("x")));

    assertThat(failure.kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(failure).hasMessageContaining("no rule for turn 3 of role 'execution'");
  }

  @Test
  void aDelayEndsWithTheToken() throws Exception {
    ScriptedModel model = model("- reply: {text: a, delay_ms: 3600000}");
    CancellationSource source = new CancellationSource();
    Thread canceller =
        Thread.ofVirtual().start(() -> source.cancel(CancellationCause.requested("test")));

    assertThatThrownBy(() -> model.reply(Requests.simple(), ReplyListener.NONE, source.token()))
        .isInstanceOf(CancelledException.class);
    canceller.join();
  }

  @Test
  void aDelayPasses() throws Exception {
    assertThat(reply(model("- reply: {text: a, delay_ms: 1}"), 1, user("x")).text()).isEqualTo("a");
  }

  @Test
  void itCostsNothing() throws Exception {
    ScriptedModel model = model(SCRIPT);

    assertThat(java.util.Objects.requireNonNull(model.info().price()).atMost(1000, 1000))
        .isEqualTo(dev.cleveragents.engine.model.Money.ZERO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: b | must be a list of rules",
        "[ | not YAML",
        "- 5 | rule 1: the rule must be a mapping",
        "- {reply: {text: a}, wen: b} | rule 1: the rule has the unknown key 'wen'; known are reply, turn, when",
        "- {when: a} | rule 1: 'reply' must be a mapping",
        "- {when: '[', reply: {text: a}} | 'when' is not a regular expression: [",
        "- {turn: one, reply: {text: a}} | 'turn' must be a whole number",
        "- {reply: {text: 5}} | 'text' must be text",
        "- {reply: {calls: 5}} | 'calls' must be a list",
        "- {reply: {calls: [5]}} | a call must be a mapping",
        "- {reply: {fail: NEVER}} | 'fail' must be one of [AUTH",
        "- {reply: {stop: never}} | 'stop' must be one of [END",
        "- {reply: {usage: 5}} | 'usage' must be a mapping",
        "- {reply: {delay_ms: -1}} | 'delay_ms' must be a whole number"
      })
  void aMistakeIsNamed(String yaml, String message) {
    assertThatThrownBy(() -> model(yaml))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageContaining("script.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void aMissingScriptIsNamed() {
    assertThatThrownBy(
            () -> ScriptedModel.open(ModelName.of("scripted/no.yaml"), folder.resolve("no.yaml")))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.NOT_FOUND));
  }
}
