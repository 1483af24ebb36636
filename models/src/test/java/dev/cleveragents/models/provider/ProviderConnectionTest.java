package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.models.http.SharedHttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How exchanges end on their connections, and share them. */
class ProviderConnectionTest {

  private static final Duration SILENCE = Duration.ofSeconds(20);

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

  @ParameterizedTest
  @EnumSource(names = "GEMINI", mode = EnumSource.Mode.EXCLUDE)
  void aServerThatDoesNotEndItsResponseIsNotWaitedForLong(WireFormat format) throws Exception {
    server.then(
        it -> {
          it.startStream();
          it.chunk(String.join("", format.events(WireReply.saying("a", "b"))));
          it.silence(new CompletableFuture<>());
        });

    assertThat(reply(format).text()).isEqualTo("ab");
  }

  @ParameterizedTest
  @EnumSource(names = "GEMINI", mode = EnumSource.Mode.EXCLUDE)
  void aConnectionThatIsLostAfterTheReplyDoesNotMatter(WireFormat format) throws Exception {
    CompletableFuture<String> received = new CompletableFuture<>();
    server.then(
        it -> {
          it.startStream();
          it.chunk(String.join("", format.events(WireReply.saying("a"))));
          received.join();
          it.reset();
        });

    assertThat(reply(format, received::complete).text()).isEqualTo("a");
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionIsUsedAgain(WireFormat format) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.saying("a"))));

    reply(format);
    reply(format);

    assertThat(server.requests()).hasSize(2);
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void manyExchangesRunAtOnce(WireFormat format) throws Exception {
    server.then(it -> it.stream(format.events(WireReply.saying("a", "b"))));
    ProviderModel model = format.model(server, http, SILENCE);
    List<Thread> threads = new ArrayList<>();
    List<ModelReply> replies = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      replies.add(
                          model.reply(
                              Requests.simple(), ReplyListener.NONE, CancellationToken.none()));
                    } catch (ModelException | InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(replies).hasSize(20).allMatch(it -> it.text().equals("ab"));
  }
}
