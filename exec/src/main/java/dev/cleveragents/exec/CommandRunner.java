package dev.cleveragents.exec;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs commands.
 *
 * <p>Invariant: when {@link #run} comes back, in whatever way, no thread, no open file and no
 * process of that run is left: neither the program nor what it started, also not what ignores the
 * request to end, lost its parent or became a daemon. What a system can show of that, and so what
 * may escape, is said at {@link MarkedTree} for Linux and at {@link DescendantTree} for the others;
 * what was found and could not be killed is in the result. Holds no state between runs; many may
 * run at once.
 */
public final class CommandRunner {

  private static final CommandRunner STANDARD =
      new CommandRunner(Threads.standard(), TimeSource.system(), UlidGenerator.system());

  private final Threads threads;
  private final TimeSource time;
  private final UlidGenerator ids;
  private final Machine machine;

  /** A runner with its own threads, clock and ids. */
  public CommandRunner(Threads threads, TimeSource time, UlidGenerator ids) {
    this(threads, time, ids, Machine.current());
  }

  CommandRunner(Threads threads, TimeSource time, UlidGenerator ids, Machine machine) {
    this.threads = threads;
    this.time = time;
    this.ids = ids;
    this.machine = machine;
  }

  static CommandRunner standard() {
    return STANDARD;
  }

  /**
   * Runs a command to its end and returns what became of it. It is ended when its deadline passes,
   * when the token is cancelled, or when this thread is interrupted; if the token is cancelled
   * already it is not started. What the program left running when it ended is ended too. Ending
   * means: asked to, then after the command's grace killed, which takes a few milliseconds more,
   * and at most five seconds where a process does not die.
   *
   * <p>If the program ended by itself before it was ended, its exit code counts, whatever else came
   * at the same time. A program that runs for a job (the scope's) finds that job's id and lease
   * number in {@code CLEVERAGENTS_JOB} and {@code CLEVERAGENTS_LEASE}.
   *
   * @throws CannotStartException if the program or its directory is not there or cannot be used
   * @throws InterruptedException if this thread was interrupted; nothing of the program is left
   */
  public CommandResult run(Command command, CancellationToken token) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Optional<CancellationCause> early = token.cause();
    if (early.isPresent()) {
      return new CommandResult(
          new Ending.Cancelled(early.get()),
          Captured.NOTHING,
          Captured.NOTHING,
          Duration.ZERO,
          List.of());
    }
    Optional<Scope.Work> work = Scope.ifCurrent().flatMap(Scope::work);
    Marker marker = new Marker(owner(command, work), ids.next());
    long started = time.nanos();
    Launch launch = Launch.of(command, marker, variables(command, work, marker), machine);
    CommandResult result = new Running(command, launch, threads, time).toItsEnd(token);
    return result.lasting(Duration.ofNanos(time.nanos() - started));
  }

  private static String owner(Command command, Optional<Scope.Work> work) {
    return command
        .owner()
        .or(() -> work.map(job -> job.lease().toString()))
        .orElse(Marker.NO_OWNER);
  }

  private static Map<String, String> variables(
      Command command, Optional<Scope.Work> work, Marker marker) {
    Map<String, String> ours = System.getenv();
    Map<String, String> all = command.environment().below(ours);
    work.ifPresent(
        job -> {
          all.putIfAbsent("CLEVERAGENTS_JOB", job.lease().job().toString());
          all.putIfAbsent("CLEVERAGENTS_LEASE", Long.toString(job.lease().number()));
        });
    all.put(Marker.VARIABLE, marker.valueBelow(ours.get(Marker.VARIABLE)));
    return all;
  }
}
