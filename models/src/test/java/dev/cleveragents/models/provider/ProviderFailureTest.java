package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.models.provider.WireReply.Call;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the transport to every provider can fail. */
class ProviderFailureTest {

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private ModelException failure(WireFormat format) {
    return failure(format, Duration.ofSeconds(20));
  }

  private ModelException failure(WireFormat format, Duration silence) {
    return failure(format, silence, ReplyListener.NONE);
  }

  private ModelException failure(WireFormat format, ReplyListener listener) {
    return failure(format, Duration.ofSeconds(20), listener);
  }

  private ModelException failure(WireFormat format, Duration silence, ReplyListener listener) {
    return catchThrowableOfType(
        ModelException.class,
        () ->
            format
                .model(server, http, silence)
                .reply(Requests.simple(), listener, CancellationToken.none()));
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatIsLostInTheMiddleOfACallIsUnreachable(WireFormat format) {
    Call call = new Call("call_a", "read_file", List.of("{\"path\":", "\"x\"}"));
    List<String> events =
        format.events(new WireReply(List.of("a"), List.of(call), WireReply.End.DONE, true));
    CompletableFuture<String> received = new CompletableFuture<>();
    server.then(
        it -> {
          it.startStream();
          it.chunk(String.join("", events.subList(0, events.size() - 1)));
          received.join();
          it.reset();
        });

    ModelException failure = failure(format, received::complete);

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("closed the connection");
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatIsClosedInTheMiddleOfACallIsAnError(WireFormat format) {
    Call call = new Call("call_a", "read_file", List.of("{\"path\":", "\"x\"}"));
    List<String> events =
        format.events(new WireReply(List.of("a"), List.of(call), WireReply.End.DONE, true));
    server.then(
        it -> {
          it.startUnframedStream();
          it.write(events.getFirst());
          it.close();
        });

    ModelException failure = failure(format);

    assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure).hasMessageContaining("before the reply was whole");
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatFallsSilentTimesOut(WireFormat format) {
    server.then(
        it -> {
          it.startStream();
          it.chunk(format.events(WireReply.saying("a")).getFirst());
          it.silence(new CompletableFuture<>());
        });

    ModelException failure = failure(format, Duration.ofMillis(150));

    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(failure).hasMessageContaining("nothing for 150 ms");
    await().until(() -> server.closedByClient() == 1);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatNeverAnswersTimesOut(WireFormat format) {
    server.then(it -> it.silence(new CompletableFuture<>()));

    assertThat(failure(format, Duration.ofMillis(150)).kind()).isEqualTo(Kind.TIMEOUT);
    await().until(() -> server.closedByClient() == 1);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsNotThereIsUnreachable(WireFormat format) {
    server.close();

    ModelException failure = failure(format);

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure)
        .hasMessageContaining("the connection is refused")
        .hasMessageContaining(format.provider.addressVariable());
  }

  @Test
  void aNameThatIsNotKnownIsUnreachable() {
    ProviderModel model =
        new ProviderModel(
            new ModelInfo(ModelName.of("openai/m"), 100, 10, null),
            new Endpoint(Provider.OPENAI, "http://host.invalid/v1", false, null),
            http,
            Duration.ofSeconds(30),
            TimeSource.system());

    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () -> model.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()));

    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("its name is not known");
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatSpeaksNoHttpIsUnreachable(WireFormat format) {
    server.then(
        it -> {
          it.write("220 mail ready\r\n\r\n");
          it.close();
        });

    assertThat(failure(format).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @ParameterizedTest
  @EnumSource
  void anEndlessLineIsGivenUp(WireFormat format) {
    server.then(
        it -> {
          it.startStream();
          String part = "x".repeat(1 << 20);
          for (int i = 0; i < 20; i++) {
            it.chunk(part);
          }
          it.endStream();
        });

    ModelException failure = failure(format);

    assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure).hasMessageContaining("an event with more than 8,388,608 bytes");
  }

  @ParameterizedTest
  @EnumSource
  void aSchemaThatIsNoObjectIsRefusedBeforeItIsSent(WireFormat format) {
    ModelRequest request =
        new ModelRequest(
            new ModelRequest.Turn("execution", 1),
            "",
            List.of(new ModelMessage.User("Hi")),
            List.of(new ModelTool("x", "y", "[]")),
            100);

    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () ->
                format
                    .model(server, http, Duration.ofSeconds(5))
                    .reply(request, ReplyListener.NONE, CancellationToken.none()));

    assertThat(failure.kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(server.requests()).isEmpty();
  }
}
