package dev.cleveragents.kernel.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads that act at the same moment, thousands of times. */
@Timeout(900)
class CancellationStressTest {

  private static final CancellationCause CAUSE = CancellationCause.requested("a test");
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int ROUNDS = 5_000;

  @Test
  void exactlyOneOfManyCallersIsFirst() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource source = new CancellationSource();
          AtomicInteger first = new AtomicInteger();
          Race.Body cancel =
              () -> {
                if (source.cancel(CAUSE).first()) {
                  first.incrementAndGet();
                }
              };
          return new Race.Round(() -> assertThat(first).hasValue(1), cancel, cancel, cancel);
        });
  }

  @Test
  void aWorkerOfOursThatSawTheCancellationNeverSeesItTakenBack() throws Exception {
    Race.rounds(ROUNDS, () -> lookingAndResetting(CancellableToken.ours(new CancellationSource())));
  }

  @Test
  void aWorkerOfTheOriginalDoes() {
    Supplier<Race.Round> rounds =
        () -> lookingAndResetting(CancellableToken.original(new RacyCancellationToken()));

    // Many more rounds than it ever takes: the first that shows the defect ends the race.
    assertThatThrownBy(() -> Race.rounds(1_000_000, rounds))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("taken back");
  }

  private static Race.Round lookingAndResetting(CancellableToken cancellable) {
    CancellableToken.Watched watched = cancellable.watched();
    AtomicBoolean seen = new AtomicBoolean();
    return new Race.Round(
        () -> {
          if (seen.get()) {
            assertThat(watched.isCancelled()).as("not taken back").isTrue();
          }
        },
        cancellable::cancel,
        cancellable::reset,
        () -> seen.set(watched.isCancelled()));
  }

  @Test
  void cancelsAndResetsAddUpToOneStoryPerGeneration() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource source = new CancellationSource();
          List<CancellationToken> tokens = Collections.synchronizedList(new ArrayList<>());
          List<CancelResult> results = Collections.synchronizedList(new ArrayList<>());
          tokens.add(source.token());
          Race.Body reset = () -> tokens.add(source.reset());
          Race.Body cancel = () -> results.add(source.cancel(CAUSE));
          return new Race.Round(
              () -> checkStory(source, tokens, results), reset, cancel, reset, cancel);
        });
  }

  private static void checkStory(
      CancellationSource source, List<CancellationToken> tokens, List<CancelResult> results) {
    assertThat(source.generation()).isEqualTo(3);
    assertThat(tokens).contains(source.token()).doesNotHaveDuplicates();
    assertThat(tokens)
        .filteredOn(token -> token != source.token())
        .allMatch(CancellationToken::isCancelled);
    Map<Long, Long> firstPerGeneration =
        results.stream()
            .filter(CancelResult::first)
            .collect(Collectors.groupingBy(CancelResult::generation, Collectors.counting()));
    assertThat(firstPerGeneration.values()).allMatch(count -> count == 1);
    long requested =
        tokens.stream()
            .flatMap(token -> token.cause().stream())
            .filter(cause -> cause.kind() == Kind.REQUESTED)
            .count();
    assertThat(requested).isEqualTo(firstPerGeneration.size());
  }

  @Test
  void everyWaitEndsWhenTheCancelMeetsIt() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource source = new CancellationSource();
          CancellationToken token = source.token();
          AtomicInteger woken = new AtomicInteger();
          Race.Body wait =
              () -> {
                if (token.await(LONG) && token.isCancelled()) {
                  woken.incrementAndGet();
                }
              };
          return new Race.Round(
              () -> {
                assertThat(woken).hasValue(2);
                assertThat(token.registrations()).isZero();
              },
              wait,
              () -> source.cancel(CAUSE),
              wait);
        });
  }

  @Test
  void everyCallbackRunsExactlyOnceOrIsPrevented() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource source = new CancellationSource();
          CancellationToken token = source.token();
          AtomicInteger runs = new AtomicInteger();
          AtomicInteger prevented = new AtomicInteger();
          int callbacks = 40;
          return new Race.Round(
              () -> {
                assertThat(runs.get() + prevented.get()).isEqualTo(callbacks);
                assertThat(token.registrations()).isZero();
              },
              () -> {
                for (int i = 0; i < callbacks; i++) {
                  CallbackRegistration registration =
                      token.onCancel(cause -> runs.incrementAndGet());
                  if (i % 2 == 0
                      && registration.withdraw() == CallbackRegistration.Outcome.PREVENTED) {
                    prevented.incrementAndGet();
                  }
                }
              },
              () -> source.cancel(CAUSE));
        });
  }

  @Test
  void withdrawingDuringACancelLosesNoCallback() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource source = new CancellationSource();
          CancellationToken token = source.token();
          AtomicInteger runs = new AtomicInteger();
          AtomicInteger prevented = new AtomicInteger();
          List<CallbackRegistration> registrations = new ArrayList<>();
          List<CancellationToken> children = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            registrations.add(token.onCancel(cause -> runs.incrementAndGet()));
            children.add(CancellationSource.linkedTo(token).token());
          }
          return new Race.Round(
              () -> {
                assertThat(children).allMatch(CancellationToken::isCancelled);
                assertThat(runs.get() + prevented.get()).isEqualTo(20);
                assertThat(token.registrations()).isZero();
              },
              () -> {
                for (CallbackRegistration each : registrations) {
                  if (each.withdraw() == CallbackRegistration.Outcome.PREVENTED) {
                    prevented.incrementAndGet();
                  }
                }
              },
              () -> source.cancel(CAUSE));
        });
  }

  @Test
  void resettingAndClosingALinkedSourceWhileItsParentsAreCancelledLeavesNothing() throws Exception {
    Race.rounds(
        ROUNDS,
        () -> {
          CancellationSource left = new CancellationSource();
          CancellationSource right = new CancellationSource();
          CancellationSource child = CancellationSource.linkedTo(left.token(), right.token());
          return new Race.Round(
              () -> {
                assertThat(child.token().isCancelled()).isTrue();
                assertThat(child.reset().cause().map(CancellationCause::kind))
                    .contains(Kind.CLOSED);
                assertThat(left.token().registrations()).isZero();
                assertThat(right.token().registrations()).isZero();
              },
              () -> left.cancel(CAUSE),
              child::reset,
              child::close);
        });
  }
}
