package dev.cleveragents.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.cancel.CancellationSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class ScopeStressTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final WatchedThreads watched = new WatchedThreads();
  private final CancellationSource parent = new CancellationSource();

  @Test
  void tenThousandScopesOpenedAndClosedLeaveNoThreadAndNoRegistration() {
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 10_000; i++) {
      try (Scope scope = Scope.open("scope", watched.threads(), parent.token())) {
        scope.fork("waits", () -> Scope.current().token().await(LONG) ? ran.incrementAndGet() : 0);
        scope.fork("ends", ran::incrementAndGet);
        scope.fork(
            "fails",
            () -> {
              throw new IllegalStateException("on purpose " + ran.incrementAndGet());
            });
      }
    }

    assertThat(ran).hasValue(30_000);
    watched.awaitNoneAlive();
    assertNothingIsRegisteredOnTheParent();
  }

  @Test
  void everyForkThatMeetsACloseIsEitherRefusedOrWaitedFor() throws Exception {
    Race.rounds(
        3_000,
        () -> {
          Scope scope = Scope.open("scope", watched.threads(), parent.token());
          AtomicInteger ran = new AtomicInteger();
          AtomicInteger refused = new AtomicInteger();
          List<String> left = Collections.synchronizedList(new ArrayList<>());
          Race.Body fork =
              () -> {
                try {
                  scope.fork("fork", ran::incrementAndGet);
                } catch (IllegalStateException closed) {
                  refused.incrementAndGet();
                }
              };
          return new Race.Round(
              () -> {
                assertThat(left).isEmpty();
                assertThat(scope.join(Duration.ZERO)).isTrue();
                assertThat(ran.get() + refused.get()).isEqualTo(2);
              },
              fork,
              () -> {
                left.addAll(scope.closeWithin(LONG));
                // What was accepted has ended by now; what comes from here on is refused.
                int ended = ran.get();
                assertThat(scope.join(Duration.ZERO)).isTrue();
                assertThat(ran).hasValue(ended);
              },
              fork);
        });
    watched.awaitNoneAlive();
    assertNothingIsRegisteredOnTheParent();
  }

  private void assertNothingIsRegisteredOnTheParent() {
    assertThat(parent.token()).extracting("listeners.first").isNull();
  }
}
