package dev.cleveragents.context.project;

import dev.cleveragents.context.code.SourceParser;
import dev.cleveragents.context.index.IndexMemory;
import dev.cleveragents.context.index.SyntaxReader;
import dev.cleveragents.context.pipeline.ParallelStrategyExecutor;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.breaker.BreakerChange;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What all projects of a process share: threads, a timer, what is remembered of their indexes, and
 * one breaker, so that a strategy that keeps failing is left alone by everybody. Close it after the
 * projects.
 */
public final class Equipment implements AutoCloseable {

  private final CommandRunner runner;
  private final Threads threads;
  private final TimeSource time;
  private final TimerThread timer;
  private final CircuitBreaker breakers;
  private final ParallelStrategyExecutor executor;
  private final SyntaxReader parser;
  private final IndexMemory memory = new IndexMemory();
  private final Questions questions = new Questions();

  /**
   * Equipment of this process.
   *
   * @param runner runs git and the parsers
   * @param listener hears of every circuit that opens or closes
   */
  public Equipment(
      CommandRunner runner, Threads threads, TimeSource time, Consumer<BreakerChange> listener) {
    this(runner, threads, time, listener, timer -> new SourceParser(runner, timer)::parse);
  }

  /** The same with this parser. */
  Equipment(
      CommandRunner runner,
      Threads threads,
      TimeSource time,
      Consumer<BreakerChange> listener,
      Function<Timer, SyntaxReader> parser) {
    this.runner = runner;
    this.threads = threads;
    this.time = time;
    this.timer = new TimerThread(threads);
    this.breakers = new CircuitBreaker(BreakerSettings.defaults(), time, listener);
    this.executor = new ParallelStrategyExecutor(breakers, threads, timer, time);
    this.parser = parser.apply(timer);
  }

  /** Equipment for a program that uses nothing else of ours. */
  public static Equipment standard() {
    Threads threads = Threads.standard();
    TimeSource time = TimeSource.system();
    return new Equipment(
        new CommandRunner(threads, time, UlidGenerator.system()), threads, time, change -> {});
  }

  /** The circuits of the strategies, by their names. */
  public CircuitBreaker breakers() {
    return breakers;
  }

  /** The questions of all projects. */
  Questions questions() {
    return questions;
  }

  CommandRunner runner() {
    return runner;
  }

  Threads threads() {
    return threads;
  }

  TimeSource time() {
    return time;
  }

  /** Reads syntax in processes of its own. */
  SyntaxReader parser() {
    return parser;
  }

  TimerThread timer() {
    return timer;
  }

  IndexMemory memory() {
    return memory;
  }

  ParallelStrategyExecutor executor() {
    return executor;
  }

  @Override
  public void close() {
    timer.close();
  }
}
