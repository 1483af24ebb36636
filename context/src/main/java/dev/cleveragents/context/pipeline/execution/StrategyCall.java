package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One call of one strategy, with the permit it was let through by. Its answer belongs to the thread
 * of the request, which alone decides it, once, and ends the permit with it. The atomic {@code
 * life} is shared with the thread of the strategy and tells a call that ended from one that was
 * given up; whichever comes second sets the count of stuck calls right.
 */
final class StrategyCall implements AutoCloseable {

  private enum Life {
    RUNNING,
    ENDED,
    GIVEN_UP
  }

  private final BudgetShare share;
  private final Permit permit;
  private final CancellationSource source;
  private final StuckCalls stuck;
  private final AtomicReference<Life> life = new AtomicReference<>(Life.RUNNING);
  private Timer.@Nullable Alarm alarm;
  private @Nullable StrategyAnswer answer;

  StrategyCall(BudgetShare share, Permit permit, CancellationToken parent, StuckCalls stuck) {
    this.share = share;
    this.permit = permit;
    this.source = CancellationSource.linkedTo(parent);
    this.stuck = stuck;
  }

  BudgetShare share() {
    return share;
  }

  /** Tells the strategy that its answer is no longer awaited. */
  CancellationToken token() {
    return source.token();
  }

  /** What cancels it in time; called once. */
  void deadline(Timer.Alarm ringing) {
    alarm = ringing;
  }

  /** What became of it, if that is decided. */
  Optional<StrategyAnswer> answer() {
    return Optional.ofNullable(answer);
  }

  void succeeded(List<ContextFragment> found, String detail, Optional<Duration> took) {
    permit.success();
    answer = new StrategyAnswer(share, StrategyOutcome.OK, detail, found, took);
  }

  void failed(String why, Optional<Duration> took) {
    permit.failure();
    answer = new StrategyAnswer(share, StrategyOutcome.FAILED, why, List.of(), took);
  }

  void timedOut(String why, Optional<Duration> took) {
    permit.failure();
    answer = new StrategyAnswer(share, StrategyOutcome.TIMED_OUT, why, List.of(), took);
    giveUp();
  }

  void cancelled(String why) {
    permit.cancel();
    answer = StrategyAnswer.none(share, StrategyOutcome.CANCELLED, why);
    giveUp();
  }

  /** No thread or alarm could be had: that says nothing about the strategy. */
  void notStarted(String why) {
    permit.cancel();
    answer = StrategyAnswer.none(share, StrategyOutcome.FAILED, why);
    ended();
  }

  /** The strategy's thread is done with it. */
  void ended() {
    if (!life.compareAndSet(Life.RUNNING, Life.ENDED)) {
      stuck.add(share.name(), -1);
    }
  }

  private void giveUp() {
    // Added first: the thread that ends meanwhile takes away only what is there.
    stuck.add(share.name(), 1);
    if (!life.compareAndSet(Life.RUNNING, Life.GIVEN_UP)) {
      stuck.add(share.name(), -1);
    }
    source.close();
  }

  /** Leaves nothing behind: a call that is not decided is cancelled. */
  @Override
  public void close() {
    if (answer == null) {
      cancelled("the request has ended");
    }
    if (alarm != null) {
      alarm.cancel();
    }
    source.close();
  }
}
