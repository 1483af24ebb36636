package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.List;

/**
 * Stage 3: asks the strategies, all at once, each in a thread of its own, with a deadline and a
 * share of the budget of its own. One executor, with its breakers, is shared by all requests. The
 * deadline follows what a strategy usually takes ({@link ResponseTimes}).
 *
 * <p>A strategy runs only with a permit of its circuit, and every permit ends: as success if it
 * answered, as failure if it threw or was not done at its deadline, as neither if the request was
 * cancelled. A slow or failing strategy delays and fails no other; one that is not done at its
 * deadline is cancelled and not waited for. Strategies that were not asked are in the result with
 * the reason.
 *
 * <p>All threads are platform threads. Strategies read memory-mapped files, run native code and
 * wait for databases, each of which keeps the carrier of a virtual thread; two of them would stop
 * every virtual thread of a machine with two cores.
 *
 * <p>Thread-safety: what happens to the calls of one request is decided by the thread of that
 * request alone, in the order in which it hears of it ({@link StrategyCalls}); requests share only
 * the breakers, the counts of stuck calls and the usual times, which are safe by themselves.
 * Checked against the original by {@code ParallelStrategyExecutorModelCheck}, with real threads by
 * {@code ConcurrentPipelinesTest}.
 */
public final class ParallelStrategyExecutor {

  /** How long the end of a request waits for cancelled threads before it leaves them to end. */
  private static final Duration GRACE = Duration.ofMillis(10);

  private final CircuitBreaker breakers;
  private final ThreadFactories threads;
  private final Timer timer;
  private final TimeSource time;
  private final StuckCalls stuck;
  private final ResponseTimes usual = new ResponseTimes();

  /**
   * An executor whose circuits are those of {@code breakers}, by the names of the strategies.
   *
   * @param timer rings the deadlines
   * @param time measures how long strategies take
   */
  public ParallelStrategyExecutor(
      CircuitBreaker breakers, ThreadFactories threads, Timer timer, TimeSource time) {
    this(breakers, threads, timer, time, new StuckCalls());
  }

  private ParallelStrategyExecutor(
      CircuitBreaker breakers,
      ThreadFactories threads,
      Timer timer,
      TimeSource time,
      StuckCalls stuck) {
    this.breakers = breakers;
    this.threads = threads;
    this.timer = timer;
    this.time = time;
    this.stuck = stuck;
  }

  /**
   * The same for another project, in which strategies may usually take longer or less: circuits and
   * stuck calls are shared, usual times are not.
   */
  public ParallelStrategyExecutor forAnotherProject() {
    return new ParallelStrategyExecutor(breakers, threads, timer, time, stuck);
  }

  /**
   * Asks them all and returns what became of each, in the order of the shares, when the last one
   * has answered, failed, or reached its deadline, or the token is cancelled.
   *
   * @throws InterruptedException if the calling thread is interrupted; that is as if the token were
   *     cancelled
   */
  public List<StrategyAnswer> execute(
      ContextRequest request,
      List<BudgetShare> shares,
      Deadlines deadlines,
      CancellationToken token)
      throws InterruptedException {
    Scope scope = Scope.open("context", threads, token);
    try (StrategyCalls calls = new StrategyCalls(this, request, deadlines, token)) {
      shares.forEach(share -> calls.start(share, scope));
      return calls.answers();
    } finally {
      scope.closeWithin(GRACE);
    }
  }

  public CircuitBreaker breakers() {
    return breakers;
  }

  public Timer timer() {
    return timer;
  }

  public TimeSource time() {
    return time;
  }

  StuckCalls stuck() {
    return stuck;
  }

  public ResponseTimes usual() {
    return usual;
  }

  /** Asks one strategy on its own thread. */
  public static List<ContextFragment> find(ContextRequest request, StrategyCall call)
      throws Exception {
    BudgetShare share = call.share();
    return share.chosen().strategy().find(request, share.tokens(), call.token());
  }
}
