package dev.cleveragents.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.UnprintableError;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FailedForksTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final CancellationCause CAUSE = CancellationCause.requested("a test");

  private final WatchedThreads watched = new WatchedThreads();
  private final CapturedLog log = new CapturedLog(Scope.class);
  private final Scope scope = Scope.open("test", watched.threads(), CancellationToken.none());

  @AfterEach
  void nothingIsLeft() {
    scope.close();
    log.close();
    watched.awaitNoneAlive();
  }

  @Test
  void anUnfetchedFailureIsLoggedOnceWhenItsScopeIsClosed() throws Exception {
    scope.fork("reader", throwing(new IllegalStateException("on purpose")));
    assertThat(scope.join(LONG)).isTrue();
    assertThat(log.messages()).as("a caller may still join").isEmpty();

    scope.close();
    scope.close();

    assertThat(log.messages())
        .containsExactly(
            "'reader' of scope 'test' failed and was never joined. Join it, or handle exceptions in"
                + " its body");
    ILoggingEvent event = log.events().getFirst();
    assertThat(event.getLevel()).isEqualTo(Level.WARN);
    assertThat(event.getThrowableProxy().getMessage()).isEqualTo("on purpose");
  }

  @Test
  void aFetchedFailureIsNotLogged() {
    Fork<Object> fork = scope.fork("reader", throwing(new IllegalStateException("on purpose")));
    assertThatThrownBy(() -> fork.join(LONG)).isInstanceOf(ExecutionException.class);

    scope.close();

    assertThat(log.messages()).isEmpty();
  }

  @Test
  void whatEndsWellIsNotLogged() {
    scope.fork("reader", () -> "good");

    scope.close();

    assertThat(log.messages()).isEmpty();
  }

  @Test
  void stoppingBecauseTheScopeWasCancelledIsNoFailure() {
    CountDownLatch running = new CountDownLatch(2);
    scope.fork(
        "interrupted",
        () -> {
          running.countDown();
          return new CountDownLatch(1).await(60, TimeUnit.SECONDS);
        });
    Fork<Boolean> cancelled =
        scope.fork(
            "cancelled",
            () -> {
              running.countDown();
              CancellationToken token = Scope.current().token();
              token.await();
              token.throwIfCancelled();
              return true;
            });
    assertThatCode(running::await).doesNotThrowAnyException();

    scope.cancel(CAUSE);
    await().atMost(LONG).until(cancelled::isDone);
    // Closing then interrupts what still runs at once, and waits for it as long as it takes.
    Thread.currentThread().interrupt();
    assertThat(scope.closeWithin(LONG)).isEmpty();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(log.messages()).isEmpty();
  }

  @Test
  void stoppingWithoutHavingBeenCancelledIsAFailure() throws Exception {
    scope.fork("interrupted", throwing(new InterruptedException()));
    scope.fork("cancelled", throwing(new CancelledException(CAUSE)));
    assertThat(scope.join(LONG)).isTrue();

    scope.close();

    assertThat(log.messages())
        .hasSize(2)
        .anyMatch(message -> message.startsWith("'interrupted'"))
        .anyMatch(message -> message.startsWith("'cancelled'"));
  }

  @Test
  void anotherErrorInACancelledScopeIsAFailure() {
    scope.cancel(CAUSE);
    scope.fork("reader", throwing(new IllegalStateException("on purpose")));

    scope.close();

    assertThat(log.messages()).hasSize(1);
  }

  @Test
  void aFailureAfterTheScopeWasClosedIsLoggedAtOnce() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    scope.fork(
        "stubborn",
        () -> {
          boolean ended = false;
          while (!ended) {
            try {
              ended = end.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              // On purpose: this one heeds nothing.
            }
          }
          throw new IllegalStateException("on purpose");
        });
    assertThat(scope.closeWithin(Duration.ofMillis(1))).containsExactly("stubborn");
    end.countDown();
    assertThat(scope.join(LONG)).isTrue();

    assertThat(log.messages()).filteredOn(message -> message.contains("failed")).hasSize(1);
  }

  @Test
  void anErrorThatCannotEvenBeLoggedDoesNotComeOutOfClose() throws Exception {
    scope.fork(
        "unprintable",
        () -> {
          throw new UnprintableError();
        });
    assertThat(scope.join(LONG)).isTrue();
    scope.fork("reader", throwing(new IllegalStateException("on purpose")));

    assertThatCode(scope::close).doesNotThrowAnyException();

    assertThat(log.messages()).hasSize(2);
    assertThat(log.messages().getFirst()).startsWith("'unprintable'").endsWith("be printed)");
    assertThat(log.messages().getLast()).startsWith("'reader'");
  }

  @Test
  void ofVeryManyFailuresTheOldestAreLoggedAtOnceSoThatNoScopeFillsTheMemory() throws Exception {
    for (int i = 0; i <= FailedForks.KEPT; i++) {
      scope.fork("fork " + i, throwing(new IllegalStateException("on purpose")));
      assertThat(scope.join(LONG)).isTrue();
    }
    assertThat(log.messages()).hasSize(1).first().asString().startsWith("'fork 0'");

    scope.close();

    assertThat(log.messages()).hasSize(FailedForks.KEPT + 1).doesNotHaveDuplicates();
  }

  private static Callable<Object> throwing(Exception thrown) {
    return () -> {
      throw thrown;
    };
  }
}
