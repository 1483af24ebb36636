package dev.cleveragents.context.project;

import dev.cleveragents.context.code.parse.SourceParser;
import dev.cleveragents.context.code.process.NativeParser;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.breaker.BreakerChange;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What all projects of a process share: threads, a timer, what is remembered of their indexes, and
 * one breaker, so that no project asks a strategy that keeps failing. Close it after the projects.
 */
public final class ContextResources implements AutoCloseable {

  private final CommandRunner runner;
  private final ThreadFactories threads;
  private final TimeSource time;
  private final TimerThread timer;
  private final CircuitBreaker breakers;
  private final ParallelStrategyExecutor executor;
  private final FileParser parser;
  private final IndexCache memory = new IndexCache();

  /**
   * The resources of this process.
   *
   * @param runner runs git and the parsers
   * @param listener hears of every circuit that opens or closes
   * @param place how the paths of folders begin that parsers get, see {@link NativeParser}
   */
  public ContextResources(
      CommandRunner runner,
      ThreadFactories threads,
      TimeSource time,
      Consumer<BreakerChange> listener,
      Path place) {
    this(
        runner,
        threads,
        time,
        listener,
        timer -> new SourceParser(new NativeParser(runner, timer, place))::parse);
  }

  /** The same with this parser. */
  public ContextResources(
      CommandRunner runner,
      ThreadFactories threads,
      TimeSource time,
      Consumer<BreakerChange> listener,
      Function<Timer, FileParser> parser) {
    this.runner = runner;
    this.threads = threads;
    this.time = time;
    this.timer = new TimerThread(threads);
    this.breakers = new CircuitBreaker(BreakerSettings.defaults(), time, listener);
    this.executor = new ParallelStrategyExecutor(breakers, threads, timer, time);
    this.parser = parser.apply(timer);
  }

  /** The resources of a program that uses nothing else of ours, and so runs no command. */
  public static ContextResources standard() {
    ThreadFactories threads = ThreadFactories.standard();
    TimeSource time = TimeSource.system();
    return new ContextResources(
        new CommandRunner(threads, time, UlidGenerator.system()),
        threads,
        time,
        change -> {},
        Path.of(System.getProperty("java.io.tmpdir"), "cleveragents-parser-"));
  }

  /** The circuits of the strategies, by their names. */
  public CircuitBreaker breakers() {
    return breakers;
  }

  CommandRunner runner() {
    return runner;
  }

  ThreadFactories threads() {
    return threads;
  }

  TimeSource time() {
    return time;
  }

  /** Reads syntax in processes of its own. */
  FileParser parser() {
    return parser;
  }

  IndexCache memory() {
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
