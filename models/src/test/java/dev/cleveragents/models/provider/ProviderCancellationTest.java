package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.models.http.SharedHttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exchange ends when its token is cancelled, and the server sees it. */
class ProviderCancellationTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("test");
  private static final Duration SILENCE = Duration.ofMinutes(5);

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();
  private final CancellationSource source = new CancellationSource();
  private final CompletableFuture<Void> silent = new CompletableFuture<>();

  @AfterEach
  void close() {
    source.close();
    http.close();
    server.close();
  }

  private CompletableFuture<ModelReply> start(WireFormat format, AtomicReference<Thread> thread) {
    CompletableFuture<ModelReply> result = new CompletableFuture<>();
    thread.set(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    result.complete(
                        format
                            .model(server, http, SILENCE)
                            .reply(Requests.simple(), ReplyListener.NONE, source.token()));
                  } catch (Throwable e) {
                    result.completeExceptionally(e);
                  }
                }));
    return result;
  }

  private void assertCancelled(WireFormat format) throws Exception {
    CompletableFuture<ModelReply> result = start(format, new AtomicReference<>());
    silent.get(10, TimeUnit.SECONDS);

    long started = System.nanoTime();
    source.cancel(CAUSE);

    assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancelledException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(1));
    await().until(() -> server.closedByClient() == 1);
  }

  @ParameterizedTest
  @EnumSource
  void cancellingEndsAStreamThatIsSilent(WireFormat format) throws Exception {
    server.then(
        it -> {
          it.startStream();
          it.chunk(format.events(WireReply.saying("a", "b")).getFirst());
          it.silence(silent);
        });

    assertCancelled(format);
  }

  @ParameterizedTest
  @EnumSource
  void cancellingEndsTheWaitForAResponse(WireFormat format) throws Exception {
    server.then(it -> it.silence(silent));

    assertCancelled(format);
  }

  @ParameterizedTest
  @EnumSource
  void cancellingEndsTheBodyOfAnError(WireFormat format) throws Exception {
    server.then(
        it -> {
          it.write("HTTP/1.1 500 X\r\nContent-Length: 100\r\n\r\nhalf");
          it.silence(silent);
        });

    assertCancelled(format);
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledTokenSendsNothing(WireFormat format) {
    source.cancel(CAUSE);

    assertThatThrownBy(() -> start(format, new AtomicReference<>()).get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CancelledException.class);
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void interruptingTheThreadEndsTheExchange(WireFormat format) throws Exception {
    server.then(
        it -> {
          it.startStream();
          it.chunk(format.events(WireReply.saying("a", "b")).getFirst());
          it.silence(silent);
        });
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompletableFuture<ModelReply> result = start(format, thread);
    silent.get(10, TimeUnit.SECONDS);

    thread.get().interrupt();

    assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    await().until(() -> server.closedByClient() == 1);
  }

  @Test
  void interruptingTheWaitForAResponseEndsIt() throws Exception {
    server.then(it -> it.silence(silent));
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompletableFuture<ModelReply> result = start(WireFormat.ANTHROPIC, thread);
    silent.get(10, TimeUnit.SECONDS);

    thread.get().interrupt();

    assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    await().until(() -> server.closedByClient() == 1);
  }

  /** The moment varies from before the connection to the middle of the stream. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noConnectionIsLeftWheneverTheExchangeEnds(boolean interrupt) throws Exception {
    server.then(
        it -> {
          it.startStream();
          it.chunk(WireFormat.ANTHROPIC.events(WireReply.saying("a", "b")).getFirst());
          it.silence(silent);
        });
    ProviderModel model = WireFormat.ANTHROPIC.model(server, http, SILENCE);
    Random random = new Random(7);
    for (int i = 0; i < (Boolean.getBoolean("exhaustive") ? 5_000 : 200); i++) {
      CancellationSource own = new CancellationSource();
      CompletableFuture<Throwable> ended = new CompletableFuture<>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () ->
                      ended.complete(
                          catchThrowable(
                              () ->
                                  model.reply(
                                      Requests.simple(), ReplyListener.NONE, own.token()))));
      long until = System.nanoTime() + random.nextInt(3_000_000);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      if (interrupt) {
        thread.interrupt();
      } else {
        own.cancel(CAUSE);
      }
      assertThat(ended.get(10, TimeUnit.SECONDS))
          .isInstanceOf(interrupt ? InterruptedException.class : CancelledException.class);
      own.close();
    }

    await().until(() -> server.openConnections() == 0);
  }

  @Test
  void oneCancelledExchangeEndsNoOther() throws Exception {
    CompletableFuture<Void> go = new CompletableFuture<>();
    List<String> events = WireFormat.ANTHROPIC.events(WireReply.saying("a", "b"));
    server.then(it -> it.silence(silent));
    server.then(
        it -> {
          it.startStream();
          it.chunk(events.getFirst());
          go.join();
          it.chunk(String.join("", events.subList(1, events.size())));
          it.endStream();
        });
    CompletableFuture<ModelReply> cancelled = start(WireFormat.ANTHROPIC, new AtomicReference<>());
    silent.get(10, TimeUnit.SECONDS);
    CompletableFuture<ModelReply> other = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                other.complete(
                    WireFormat.ANTHROPIC
                        .model(server, http, SILENCE)
                        .reply(
                            Requests.simple(),
                            ReplyListener.NONE,
                            dev.cleveragents.kernel.cancel.CancellationToken.none()));
              } catch (Throwable e) {
                other.completeExceptionally(e);
              }
            });
    await().until(() -> server.requests().size() == 2);

    source.cancel(CAUSE);
    await().until(cancelled::isDone);
    go.complete(null);

    assertThat(other.get(10, TimeUnit.SECONDS).text()).isEqualTo("ab");
  }

  @Test
  void closingTheClientEndsItsThreadsAndExchanges() throws Exception {
    server.then(
        it -> {
          it.startStream();
          it.silence(silent);
        });
    CompletableFuture<ModelReply> result = start(WireFormat.ANTHROPIC, new AtomicReference<>());
    silent.get(10, TimeUnit.SECONDS);

    http.close();

    assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(it -> it.getName().startsWith("HttpClient-")));
  }

  @Test
  void nothingStaysOnTheTokenAfterAReply() throws Exception {
    server.then(it -> it.stream(WireFormat.ANTHROPIC.events(WireReply.saying("a"))));
    start(WireFormat.ANTHROPIC, new AtomicReference<>()).get(10, TimeUnit.SECONDS);

    // A callback that was left would close the connection of the next exchange.
    source.cancel(CAUSE);

    assertThat(server.closedByClient()).isZero();
  }
}
