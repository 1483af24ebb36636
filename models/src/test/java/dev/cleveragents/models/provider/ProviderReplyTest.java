package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.models.provider.WireReply.Call;
import dev.cleveragents.models.provider.WireReply.End;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replies of every provider: whole ones, and those that langchain4j would let through. */
class ProviderReplyTest {

  private static final Duration SILENCE = Duration.ofSeconds(20);
  private static final Call FIRST =
      new Call("call_a", "read_file", List.of("{\"pa", "th\":\"über/", "x\"}"));
  private static final Call SECOND = new Call("call_b", "now", List.of("{}"));

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private ModelReply reply(WireFormat format) throws ModelException, InterruptedException {
    return reply(format, ReplyListener.NONE);
  }

  private ModelReply reply(WireFormat format, ReplyListener listener)
      throws ModelException, InterruptedException {
    return format
        .model(server, http, SILENCE)
        .reply(Requests.simple(7), listener, CancellationToken.none());
  }

  private void assertUnusable(WireFormat format, String message) {
    assertThatThrownBy(() -> reply(format))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.OVERLOADED))
        .hasMessageContaining(message);
  }

  private static void split(WireServer.Connection connection, List<String> events)
      throws IOException {
    connection.startStream();
    byte[] bytes = String.join("", events).getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += 3) {
      connection.chunk(java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 3)));
    }
    connection.endStream();
  }

  @ParameterizedTest
  @EnumSource
  void aTextArrivesInPartsAndWhole(WireFormat format) throws Exception {
    server.then(
        it -> it.stream(format.events(WireReply.saying("Grüß", " dich")), "x-request-id", "r"));
    List<String> parts = new ArrayList<>();

    ModelReply reply = reply(format, parts::add);

    assertThat(reply.text()).isEqualTo("Grüß dich");
    assertThat(parts).containsExactly("Grüß", " dich");
    assertThat(reply.calls()).isEmpty();
    assertThat(reply.stop()).isEqualTo(StopReason.END);
    assertThat(reply.usage()).isEqualTo(format.usage());
    assertThat(reply.requestId()).isEqualTo(format == WireFormat.ANTHROPIC ? "msg-1" : "r");
  }

  @ParameterizedTest
  @EnumSource
  void aStreamMayBeSplitAnywhere(WireFormat format) throws Exception {
    server.then(
        it ->
            split(
                it,
                format.events(new WireReply(List.of("ä", "ö"), List.of(FIRST), End.DONE, true))));

    ModelReply reply = reply(format);

    assertThat(reply.text()).isEqualTo("äö");
    assertThat(reply.calls())
        .containsExactly(new ModelToolCall("call_a", "read_file", "{\"path\":\"über/x\"}"));
  }

  @ParameterizedTest
  @EnumSource
  void oneToolIsCalled(WireFormat format) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.calling(FIRST))));

    ModelReply reply = reply(format);

    assertThat(reply.calls())
        .containsExactly(new ModelToolCall("call_a", "read_file", "{\"path\":\"über/x\"}"));
    assertThat(reply.text()).isEmpty();
    assertThat(reply.stop()).isEqualTo(StopReason.TOOL_CALLS);
    assertThat(reply.usage()).isEqualTo(format.usage());
  }

  @ParameterizedTest
  @EnumSource
  void toolsAreCalledInParallel(WireFormat format) throws Exception {
    Call third = new Call("call_c", "read_file", List.of("{\"path\":\"z\"}"));
    server.then(it -> it.stream(format.events(WireReply.calling(FIRST, SECOND, third))));

    assertThat(reply(format).calls())
        .extracting(ModelToolCall::id, ModelToolCall::tool, ModelToolCall::arguments)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("call_a", "read_file", "{\"path\":\"über/x\"}"),
            org.assertj.core.groups.Tuple.tuple("call_b", "now", "{}"),
            org.assertj.core.groups.Tuple.tuple("call_c", "read_file", "{\"path\":\"z\"}"));
  }

  @ParameterizedTest
  @EnumSource
  void callsWithoutAnIdOfTheirOwnGetOne(WireFormat format) throws Exception {
    Call one = new Call("", "now", List.of("{}"));
    server.then(it -> it.stream(format.events(WireReply.calling(one))));

    assertThat(reply(format).calls()).extracting(ModelToolCall::id).doesNotContain("");
  }

  @ParameterizedTest
  @EnumSource(names = "RESPONSES", mode = EnumSource.Mode.EXCLUDE)
  void callsWithOneIdGetTwo(WireFormat format) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.calling(SECOND, SECOND))));

    assertThat(reply(format).calls())
        .extracting(ModelToolCall::id)
        .containsExactly("call_b", "call_7_2");
  }

  @ParameterizedTest
  @EnumSource
  void aReplyThatIsCutAtItsLimitSaysSo(WireFormat format) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.saying("half").ending(End.LENGTH))));

    assertThat(reply(format).stop()).isEqualTo(StopReason.LENGTH);
  }

  @ParameterizedTest
  @EnumSource(names = "GEMINI", mode = EnumSource.Mode.EXCLUDE)
  void aReplyThatIsCutInACallLosesTheCall(WireFormat format) throws Exception {
    Call cut = new Call("call_c", "read_file", List.of("{\"path\":\"z"));
    server.then(
        it ->
            it.stream(
                format.events(
                    new WireReply(List.of("text"), List.of(SECOND, cut), End.LENGTH, true))));

    ModelReply reply = reply(format);

    assertThat(reply.calls()).extracting(ModelToolCall::id).containsExactly("call_b");
    assertThat(reply.stop()).isEqualTo(StopReason.LENGTH);
  }

  @ParameterizedTest
  @EnumSource
  void aLimitThatLeavesNoAnswerIsNotAskedForAgain(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying().ending(End.LENGTH))));

    assertThatThrownBy(() -> reply(format))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageContaining("1000 output tokens");
  }

  @ParameterizedTest
  @EnumSource
  void aReplyWithoutTextAndCallIsAnError(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying())));

    assertUnusable(format, "no text and no tool call");
  }

  @ParameterizedTest
  @EnumSource
  void aReplyWithoutUsageIsAnError(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying("hi").withoutUsage())));

    assertUnusable(format, "no usage");
  }

  @ParameterizedTest
  @EnumSource
  void anEndThatIsNotKnownIsAnError(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying("hi").ending(End.UNKNOWN))));

    assertUnusable(format, "has ended with '");
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalIsNotAskedForAgain(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying("hi").ending(End.REFUSED))));

    assertThatThrownBy(() -> reply(format))
        .isInstanceOfSatisfying(
            ModelException.class, it -> assertThat(it.kind()).isEqualTo(Kind.REFUSED));
  }

  @ParameterizedTest
  @EnumSource(names = "GEMINI", mode = EnumSource.Mode.EXCLUDE)
  void argumentsAreOneJsonObject(WireFormat format) {
    Call two = new Call("call_c", "read_file", List.of("{\"path\":\"a\"}", "{\"path\":\"b\"}"));
    server.then(it -> it.stream(format.events(WireReply.calling(two))));

    assertUnusable(format, "not one JSON object");
  }

  @ParameterizedTest
  @EnumSource
  void anEventThatIsNoJsonIsAnError(WireFormat format) {
    List<String> events = new ArrayList<>(format.events(WireReply.saying("a", "b")));
    events.add(events.size() - 2, "event: message_delta\ndata: {\"type\":\"message_delta\",\n\n");
    server.then(it -> it.stream(events));

    assertUnusable(format, "not what it should be");
  }

  @ParameterizedTest
  @EnumSource
  void anEventOfAnUnexpectedShapeIsAnError(WireFormat format) {
    List<String> events = new ArrayList<>(format.events(WireReply.saying("a", "b")));
    events.add(1, "event: content_block_start\ndata: [1]\n\n");
    server.then(it -> it.stream(events));

    assertUnusable(format, "not what it should be");
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatEndsEarlyIsAnError(WireFormat format) {
    List<String> events = format.events(WireReply.saying("a", "b"));
    server.then(it -> it.stream(events.subList(0, events.size() > 3 ? 3 : 1)));

    assertUnusable(format, "before the reply was whole");
  }

  @ParameterizedTest
  @EnumSource
  void aListenerThatFailsEndsTheExchange(WireFormat format) {
    server.then(it -> it.stream(format.events(WireReply.saying("a", "b"))));
    List<String> parts = new ArrayList<>();

    assertThatThrownBy(
            () ->
                reply(
                    format,
                    part -> {
                      parts.add(part);
                      throw new IllegalStateException("full");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("full");
    assertThat(parts).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void thoughtsAreNoText(WireFormat format) throws Exception {
    String thought =
        switch (format) {
          case CHAT_COMPLETIONS, OLLAMA ->
              "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm\",\"reasoning\":\"hm\"}}]}\n\n";
          case RESPONSES ->
              "data: {\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"hm\"}\n\n";
          case ANTHROPIC ->
              "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":9,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\"}}\n\n";
          case GEMINI ->
              "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true}]}}]}\n\n";
        };
    List<String> events = new ArrayList<>(format.events(WireReply.saying("a", "b")));
    events.add(1, thought);
    server.then(it -> it.stream(events));
    List<String> parts = new ArrayList<>();

    assertThat(reply(format, parts::add).text()).isEqualTo("ab");
    assertThat(parts).containsExactly("a", "b");
  }
}
