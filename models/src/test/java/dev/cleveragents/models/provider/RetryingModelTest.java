package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.breaker.BreakerState;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Which failures are tried again, when, and when an address is left alone. */
class RetryingModelTest {

  private static final ModelReply REPLY =
      new ModelReply("ok", List.of(), StopReason.END, ModelUsage.ZERO, "");

  private final ManualTime time = new ManualTime();
  private final CircuitBreaker breaker =
      new CircuitBreaker(RetryingModel.breakerSettings(), time, _ -> {});
  private final List<Duration> waits = new ArrayList<>();
  private final Queue<ModelException> failures = new ArrayDeque<>();
  private int asked;

  private final ChatModel inner =
      new ChatModel() {
        @Override
        public ModelInfo info() {
          return new ModelInfo(ModelName.of("openai/m"), 1000, 100, null);
        }

        @Override
        public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken t)
            throws ModelException {
          asked++;
          ModelException failure = failures.poll();
          if (failure != null) {
            throw failure;
          }
          listener.text("ok");
          return REPLY;
        }
      };

  private RetryingModel model(RetryingModel.Pause pause) {
    return new RetryingModel(inner, breaker, "http://x", pause);
  }

  private ModelReply reply() throws Exception {
    return model(
            (wait, _) -> {
              waits.add(wait);
              time.advance(wait);
              return false;
            })
        .reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none());
  }

  private void fail(int times, Kind kind) {
    fail(times, kind, null);
  }

  private void fail(int times, Kind kind, @Nullable Duration retryAfter) {
    for (int i = 0; i < times; i++) {
      failures.add(new ModelException(kind, "openai/m: failed.", retryAfter, null));
    }
  }

  private ModelException failure() {
    return catchThrowableOfType(ModelException.class, this::reply);
  }

  @ParameterizedTest
  @EnumSource(names = {"RATE_LIMITED", "OVERLOADED", "UNREACHABLE", "TIMEOUT"})
  void aFailureThatMayPassIsTriedAgain(Kind kind) throws Exception {
    fail(3, kind);

    assertThat(reply()).isEqualTo(REPLY);
    assertThat(asked).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"RATE_LIMITED", "OVERLOADED", "UNREACHABLE", "TIMEOUT"},
      mode = Mode.EXCLUDE)
  void aFailureThatStaysIsNotTriedAgain(Kind kind) {
    fail(1, kind);

    assertThat(failure().kind()).isEqualTo(kind);
    assertThat(asked).isEqualTo(1);
    assertThat(waits).isEmpty();
  }

  @Test
  void thereAreFourAttempts() {
    fail(9, Kind.OVERLOADED);

    assertThat(failure()).hasMessage("openai/m: failed. Tried 4 times.");
    assertThat(asked).isEqualTo(4);
  }

  @Test
  void theWaitsDoubleWithJitter() throws Exception {
    fail(3, Kind.OVERLOADED);

    reply();

    assertThat(waits).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(waits.get(i))
          .isBetween(Duration.ofMillis(500L << i), Duration.ofMillis(1000L << i));
    }
  }

  @Test
  void theProviderSaysHowLongToWait() throws Exception {
    fail(1, Kind.RATE_LIMITED, Duration.ofSeconds(60));

    reply();

    assertThat(waits).containsExactly(Duration.ofSeconds(60));
  }

  @Test
  void aShorterWaitOfTheProviderDoesNotShortenTheBackOff() throws Exception {
    fail(1, Kind.RATE_LIMITED, Duration.ofMillis(1));

    reply();

    assertThat(waits.getFirst()).isGreaterThanOrEqualTo(Duration.ofMillis(500));
  }

  @Test
  void aWaitOfMoreThanAMinuteIsLeftToTheCaller() {
    fail(1, Kind.RATE_LIMITED, Duration.ofSeconds(61));

    assertThat(failure().retryAfter()).contains(Duration.ofSeconds(61));
    assertThat(asked).isEqualTo(1);
    assertThat(waits).isEmpty();
  }

  @Test
  void cancellingEndsAWait() {
    CancellationSource source = new CancellationSource();
    fail(1, Kind.RATE_LIMITED, Duration.ofSeconds(50));
    RetryingModel model =
        model(
            (wait, token) -> {
              source.cancel(CancellationCause.requested("test"));
              return RetryingModel.Pause.ON_TOKEN.await(wait, token);
            });

    assertThatThrownBy(() -> model.reply(Requests.simple(), ReplyListener.NONE, source.token()))
        .isInstanceOf(CancelledException.class);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void anAddressThatKeepsFailingIsLeftAlone() {
    fail(8, Kind.UNREACHABLE);
    failure();
    failure();

    ModelException refused = failure();

    assertThat(asked).isEqualTo(8);
    assertThat(refused.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(refused)
        .hasMessageContaining("openai/m: not asked")
        .hasMessageContaining("http://x has kept failing since ")
        .hasMessageContaining("in 31 s");
    assertThat(refused.retryAfter()).contains(Duration.ofSeconds(30));
  }

  @Test
  void anAddressIsTriedAgainLater() throws Exception {
    fail(8, Kind.UNREACHABLE);
    failure();
    failure();
    time.advance(Duration.ofSeconds(30));

    assertThat(reply()).isEqualTo(REPLY);
    assertThat(breaker.view("http://x").state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void anAddressThatFailsAgainIsLeftAloneForTwiceAsLong() {
    fail(9, Kind.UNREACHABLE);
    failure();
    failure();
    time.advance(Duration.ofSeconds(30));

    assertThat(failure()).hasMessage("openai/m: failed.");
    assertThat(asked).isEqualTo(9);
    assertThat(failure().retryAfter())
        .hasValueSatisfying(
            it -> assertThat(it).isBetween(Duration.ofSeconds(58), Duration.ofSeconds(60)));
  }

  @Test
  void anyAnswerOfTheServerClosesTheCircuit() {
    fail(8, Kind.UNREACHABLE);
    failure();
    failure();
    time.advance(Duration.ofSeconds(30));
    fail(1, Kind.AUTH);

    assertThat(failure().kind()).isEqualTo(Kind.AUTH);
    assertThat(breaker.isOpen("http://x")).isFalse();
  }

  @Test
  void theFirstTextClosesTheCircuit() throws Exception {
    fail(8, Kind.UNREACHABLE);
    failure();
    failure();
    time.advance(Duration.ofSeconds(30));
    List<BreakerState> states = new ArrayList<>();

    model((_, _) -> false)
        .reply(
            Requests.simple(),
            _ -> states.add(breaker.view("http://x").state()),
            CancellationToken.none());

    assertThat(states).containsExactly(BreakerState.CLOSED);
  }

  @Test
  void otherAddressesAreNotConcerned() throws Exception {
    fail(8, Kind.UNREACHABLE);
    failure();
    failure();

    RetryingModel other =
        new RetryingModel(inner, breaker, "http://y", RetryingModel.Pause.ON_TOKEN);

    assertThat(other.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()))
        .isEqualTo(REPLY);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"OVERLOADED", "UNREACHABLE", "TIMEOUT"},
      mode = Mode.EXCLUDE)
  void anAnswerOfTheServerOpensNoCircuit(Kind kind) {
    for (int i = 0; i < 20; i++) {
      fail(1, kind, Duration.ofMinutes(2));
      failure();
    }

    assertThat(asked).isEqualTo(20);
    assertThat(breaker.isOpen("http://x")).isFalse();
  }

  @Test
  void aReplyThatBreaksOffIsAFailureAlthoughTextHasArrived() {
    ChatModel broken =
        new ChatModel() {
          @Override
          public ModelInfo info() {
            return inner.info();
          }

          @Override
          public ModelReply reply(ModelRequest r, ReplyListener listener, CancellationToken t)
              throws ModelException {
            listener.text("half");
            throw new ModelException(Kind.UNREACHABLE, "lost");
          }
        };
    RetryingModel model = new RetryingModel(broken, breaker, "http://x", (_, _) -> false);

    assertThatThrownBy(
            () -> model.reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()))
        .isInstanceOf(ModelException.class);
    assertThat(breaker.view("http://x").failures()).isEqualTo(4);
    assertThat(breaker.view("http://x").successes()).isEqualTo(4);
  }

  @Test
  void aFailureThatIsNoModelsGivesItsPlaceBack() {
    RetryingModel model = model((_, _) -> false);

    assertThatThrownBy(
            () ->
                model.reply(
                    Requests.simple(),
                    _ -> {
                      throw new IllegalStateException("full");
                    },
                    CancellationToken.none()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(breaker.isOpen("http://x")).isFalse();
  }

  @Test
  void theLimitsAreThoseOfTheModel() {
    assertThat(model((_, _) -> false).info()).isEqualTo(inner.info());
  }
}
