package dev.cleveragents.exec;

import dev.cleveragents.exec.tree.DescendantTree;
import dev.cleveragents.exec.tree.HostCapabilities;
import dev.cleveragents.exec.tree.MarkedTree;
import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
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
      new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());

  private final ThreadFactories threads;
  private final TimeSource time;
  private final UlidGenerator ids;
  private final HostCapabilities machine;

  /** A runner with its own threads, clock and ids. */
  public CommandRunner(ThreadFactories threads, TimeSource time, UlidGenerator ids) {
    this(threads, time, ids, HostCapabilities.current());
  }

  CommandRunner(
      ThreadFactories threads, TimeSource time, UlidGenerator ids, HostCapabilities machine) {
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
   * already it is not started. Processes that the program left running are ended too. Ending means:
   * asked to, then after the command's grace killed, which takes a few milliseconds more, and at
   * most five seconds where a process does not die.
   *
   * <p>If the program ended by itself before it was ended, its exit code counts, whatever else came
   * at the same time. A program that runs for a job (the scope's) finds that job's id and lease
   * number in {@code AGENTS_JOB} and {@code AGENTS_LEASE}.
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
          new CommandEnding.Cancelled(early.get()),
          CapturedOutput.NOTHING,
          CapturedOutput.NOTHING,
          Duration.ZERO,
          List.of());
    }
    Optional<Scope.Work> work = Scope.ifCurrent().flatMap(Scope::work);
    RunMarker marker = new RunMarker(owner(command, work), ids.next());
    long started = time.nanos();
    ProcessLauncher launch =
        ProcessLauncher.of(command, marker, variables(command, work, marker), machine);
    CommandResult result = new RunningCommand(command, launch, threads, time).toItsEnd(token);
    return result.lasting(Duration.ofNanos(time.nanos() - started));
  }

  private static String owner(Command command, Optional<Scope.Work> work) {
    return command
        .owner()
        .or(() -> work.map(job -> job.lease().toString()))
        .orElse(RunMarker.NO_OWNER);
  }

  private static Map<String, String> variables(
      Command command, Optional<Scope.Work> work, RunMarker marker) {
    Map<String, String> ours = System.getenv();
    Map<String, String> all = command.environment().below(ours);
    work.ifPresent(
        job -> {
          all.putIfAbsent("AGENTS_JOB", job.lease().job().toString());
          all.putIfAbsent("AGENTS_LEASE", Long.toString(job.lease().number()));
        });
    all.put(RunMarker.VARIABLE, marker.valueBelow(ours.get(RunMarker.VARIABLE)));
    return all;
  }
}
