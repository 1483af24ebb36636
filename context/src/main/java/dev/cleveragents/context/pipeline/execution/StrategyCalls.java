package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.breaker.Refusal;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.scope.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The calls of one request.
 *
 * <pre>
 *   threads of the strategies ── Found, Threw ──┐
 *   the timer ────────────────── Late ──────────┼──▶ events ──▶ the request's thread decides
 *   the canceller of the request ─ Cancelled ────┘
 * </pre>
 *
 * <p>Everything but the queue is used by the request's thread alone, so no two outcomes of one call
 * can compete: what it hears of first counts, and the rest is ignored.
 */
final class StrategyCalls implements AutoCloseable {

  /** What a strategy gives beyond this many is not looked at. */
  static final int MOST_FRAGMENTS = 1_000;

  private static final SafeLog LOG = SafeLog.of(ParallelStrategyExecutor.class);

  private sealed interface Event {}

  private record Found(StrategyCall call, List<ContextFragment> fragments, int more, long at)
      implements Event {}

  private record Threw(StrategyCall call, Throwable thrown, long at) implements Event {}

  private record Late(StrategyCall call, Duration deadline) implements Event {}

  private record Cancelled() implements Event {}

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Map<BudgetShare, StrategyAnswer> notStarted = new LinkedHashMap<>();
  private final List<StrategyCall> calls = new ArrayList<>();
  private final List<BudgetShare> shares = new ArrayList<>();
  private final ParallelStrategyExecutor executor;
  private final ContextRequest request;
  private final Deadlines deadlines;
  private final CancellationToken token;
  private final CallbackRegistration registration;
  private final long began;

  StrategyCalls(
      ParallelStrategyExecutor executor,
      ContextRequest request,
      Deadlines deadlines,
      CancellationToken token) {
    this.executor = executor;
    this.request = request;
    this.deadlines = deadlines;
    this.token = token;
    this.began = executor.time().nanos();
    this.registration = token.onCancel(_ -> events.add(new Cancelled()));
  }

  /** Starts a strategy in a thread of the scope, or notes why it was not started. */
  void start(BudgetShare share, Scope scope) {
    shares.add(share);
    if (token.isCancelled()) {
      refuse(share, StrategyOutcome.CANCELLED, "the request was cancelled before it was asked");
    } else if (!executor.stuck().admits(share.name())) {
      refuse(share, StrategyOutcome.SKIPPED_STUCK, stuck());
    } else {
      switch (executor.breakers().tryAcquire(share.name())) {
        case Refusal refused -> refuse(share, StrategyOutcome.SKIPPED_OPEN, refused.reason());
        case Permit permit ->
            start(new StrategyCall(share, permit, scope.token(), executor.stuck()), scope);
      }
    }
  }

  private void start(StrategyCall call, Scope scope) {
    calls.add(call);
    try {
      deadlines
          .of(call.share().name(), executor.usual())
          .ifPresent(
              most ->
                  call.deadline(
                      executor.timer().schedule(most, () -> events.add(new Late(call, most)))));
      scope.forkPlatform(call.share().name(), () -> events.add(run(call)));
    } catch (OutOfMemoryError | RuntimeException e) {
      call.notStarted("no thread or deadline could be had for it: " + e);
    }
  }

  /** The body of a strategy's thread: whatever happens is an event. */
  private Event run(StrategyCall call) {
    try {
      List<ContextFragment> found = ParallelStrategyExecutor.find(request, call);
      int taken = Math.min(found.size(), MOST_FRAGMENTS);
      List<ContextFragment> first = List.copyOf(found.subList(0, taken));
      return new Found(call, first, found.size() - taken, executor.time().nanos());
    } catch (Throwable thrown) {
      return new Threw(call, thrown, executor.time().nanos());
    } finally {
      call.ended();
    }
  }

  /** Waits until every call is decided. */
  List<StrategyAnswer> answers() throws InterruptedException {
    while (calls.stream().anyMatch(call -> call.answer().isEmpty())) {
      hear(events.take());
    }
    Map<BudgetShare, StrategyAnswer> all = new LinkedHashMap<>(notStarted);
    calls.forEach(call -> all.put(call.share(), call.answer().orElseThrow()));
    return shares.stream().map(all::get).toList();
  }

  private void hear(Event event) {
    if (token.isCancelled()) {
      // Also a strategy's answer may be no more than its way to stop.
      calls.stream()
          .filter(call -> call.answer().isEmpty())
          .forEach(call -> call.cancelled("the request was cancelled"));
      return;
    }
    switch (event) {
      case Found found when isOpen(found.call()) -> {
        executor.usual().answered(name(found.call()), Duration.ofNanos(found.at() - began));
        found.call().succeeded(found.fragments(), leftOver(found.more()), took(found.at()));
      }
      case Threw threw when isOpen(threw.call()) -> {
        LOG.warn(threw.thrown(), "Strategy '{}' failed", name(threw.call()));
        threw.call().failed(told(threw.thrown()), took(threw.at()));
      }
      case Late late when isOpen(late.call()) -> {
        executor.usual().timedOut(name(late.call()));
        late.call()
            .timedOut(
                "it was not done within %d ms".formatted(late.deadline().toMillis()),
                took(executor.time().nanos()));
      }
      case Found _, Threw _, Late _, Cancelled _ -> {
        // Decided before.
      }
    }
  }

  private static String name(StrategyCall call) {
    return call.share().name();
  }

  private static boolean isOpen(StrategyCall call) {
    return call.answer().isEmpty();
  }

  private void refuse(BudgetShare share, StrategyOutcome outcome, String why) {
    notStarted.put(share, StrategyAnswer.none(share, outcome, why));
  }

  private static String stuck() {
    return "%d earlier calls of it were given up and have not ended; it is asked again when one has"
        .formatted(StuckCalls.LIMIT);
  }

  private static String leftOver(int more) {
    return more == 0 ? "" : "%d of its fragments were not looked at".formatted(more);
  }

  /** What a clock says has no place in an answer that must be reproducible. */
  private Optional<Duration> took(long until) {
    return deadlines.standard().map(_ -> Duration.ofNanos(until - began));
  }

  private static String told(Throwable thrown) {
    try {
      String text = thrown.toString();
      return text.length() <= 300 ? text : text.substring(0, 300) + "…";
    } catch (RuntimeException | StackOverflowError unprintable) {
      return thrown.getClass().getName();
    }
  }

  /** Ends whatever is not decided, and leaves nothing behind on the timer and on the token. */
  @Override
  public void close() {
    registration.close();
    calls.forEach(StrategyCall::close);
  }
}
