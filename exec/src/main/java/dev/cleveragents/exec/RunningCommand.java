package dev.cleveragents.exec;

import dev.cleveragents.exec.confine.ConfinementWrapper;
import dev.cleveragents.exec.tree.TreeTermination;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One command that was started, until nothing of it is left. The calling thread decides when it is
 * over and ends it; virtual threads of a scope tell it of the main process's end and carry the
 * input and the output. Used once, by one thread.
 */
final class RunningCommand {

  private static final Logger log = LoggerFactory.getLogger(RunningCommand.class);
  private static final Duration THREADS_END_WITHIN = Duration.ofSeconds(2);
  private static final Duration OUTPUT_READ_WITHIN = Duration.ofSeconds(30);
  private static final int PIECE = 64 * 1024;
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** How errors of programs begin that become the program. */
  private static final List<String> STARTERS =
      List.of("setsid: ", "unshare: ", ConfinementWrapper.ERROR);

  private static final CancellationCause EXITED = CancellationCause.closed("the program has ended");

  private final Command command;
  private final ProcessLauncher launch;
  private final Process process;
  private final ThreadFactories threads;
  private final TimeSource time;

  RunningCommand(
      Command command, ProcessLauncher launch, ThreadFactories threads, TimeSource time) {
    this.command = command;
    this.launch = launch;
    this.process = launch.process();
    this.threads = threads;
    this.time = time;
  }

  CommandResult toItsEnd(CancellationToken token) throws InterruptedException {
    CommandLimits limits = command.limits();
    OutputPump pump = new OutputPump(process, command.streams().live(), limits.keptBytes());
    TreeTermination end = new TreeTermination(launch.tree(), launch.waiting(), time);
    Scope scope = Scope.open("command", threads, CancellationToken.none());
    CommandEnding ending;
    List<Long> survivors;
    @Nullable Fork<Boolean> output = null;
    boolean heldUp;
    try (CancellationSource over = CancellationSource.linkedTo(token)) {
      if (command.streams().pipe() != null) {
        command.streams().pipe().accept(process.getOutputStream());
      } else if (!command.streams().areWithoutInput()) {
        scope.fork("input", () -> write(command.streams().input().duplicate()));
      }
      output =
          scope.fork(
              "output",
              () -> {
                pump.run();
                return true;
              });
      scope.fork(
          "exit",
          () -> {
            process.waitFor();
            return over.cancel(EXITED);
          });
      ending = await(over.token(), token);
    } finally {
      survivors = end.end(limits.grace());
      pump.stop();
      heldUp = isHeldUp(output, pump);
      scope.closeWithin(THREADS_END_WITHIN);
    }
    if (!heldUp) {
      requireComplete(pump);
    }
    warnOf(survivors);
    CommandResult result =
        new CommandResult(ending, pump.output(), pump.errors(), Duration.ZERO, survivors);
    failIfSetsidFailed(result);
    return result;
  }

  /** Whether all of it was taken. A program need not read to the end, and breaks the pipe then. */
  private boolean write(ByteBuffer input) {
    byte[] piece = new byte[Math.min(input.remaining(), PIECE)];
    try (OutputStream pipe = process.getOutputStream()) {
      while (input.hasRemaining()) {
        int length = Math.min(input.remaining(), piece.length);
        input.get(piece, 0, length);
        pipe.write(piece, 0, length);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until the program has ended, or must be ended. */
  private CommandEnding await(CancellationToken over, CancellationToken token)
      throws InterruptedException {
    long started = time.nanos();
    Duration deadline = command.limits().deadline();
    Duration left = deadline;
    while (left.isPositive() && !over.await(shorter(left, launch.tree().lookEvery()))) {
      launch.tree().living();
      left = deadline.minusNanos(time.nanos() - started);
    }
    if (!process.isAlive()) {
      requireGone();
      return new CommandEnding.Exited(process.exitValue());
    }
    return token
        .cause()
        .<CommandEnding>map(CommandEnding.Cancelled::new)
        .orElseGet(() -> new CommandEnding.DeadlinePassed(deadline));
  }

  /**
   * Java knows by the process id who waits for an end. If that of an earlier process is still
   * there, because a thread holds the lock of a stream of it, one that got the same id is said to
   * have ended, with the other's exit code, as soon as it starts, and its pipes are closed.
   */
  private void requireGone() {
    if (process.toHandle().isAlive()) {
      throw new IllegalStateException(
          "'%s' was killed: Java reported the end of an earlier process with the same id %d as its own, so its result is unknown. Try again"
              .formatted(command.arguments().getFirst(), process.pid()));
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Waits until all is read, and says whether a listener holds that up: it gets no more time than
   * threads have to end. A machine that is busy with its disks may need longer just to run the
   * thread that reads. An interrupt does not make that shorter, since the program is over and what
   * it said is in the pipes, and is there again afterwards.
   */
  private static boolean isHeldUp(@Nullable Fork<Boolean> output, OutputPump pump) {
    boolean interrupted = Thread.interrupted();
    boolean heldUp = false;
    Duration waited = Duration.ZERO;
    while (output != null
        && !output.isDone()
        && !heldUp
        && waited.compareTo(OUTPUT_READ_WITHIN) < 0) {
      interrupted |= !joinFor(output, LOOK_EVERY);
      waited = waited.plus(LOOK_EVERY);
      heldUp = pump.isTelling() && waited.compareTo(THREADS_END_WITHIN) >= 0;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return heldUp;
  }

  private static boolean joinFor(Fork<Boolean> output, Duration time) {
    try {
      output.join(time);
    } catch (InterruptedException e) {
      return false;
    } catch (ExecutionException | TimeoutException e) {
      // Whether it is complete says the pump.
    }
    return true;
  }

  /** A program whose output was not read has not answered; an empty answer would be wrong. */
  private void requireComplete(OutputPump pump) {
    if (pump.isComplete()) {
      return;
    }
    throw new IllegalStateException(
        "The output of '%s' could not be read within %d s of its end; try again"
            .formatted(command.arguments().getFirst(), OUTPUT_READ_WITHIN.toSeconds()));
  }

  private void warnOf(List<Long> survivors) {
    if (!survivors.isEmpty()) {
      log.warn(
          "Processes {} of '{}' are still alive after SIGKILL; check what they wait for",
          survivors,
          command.arguments().getFirst());
    }
  }

  /**
   * The program's file was there, and yet the system could not run it: its interpreter is missing,
   * or it is for another machine. Then setsid, or what confines it, says so, in the user's
   * language, and ends.
   */
  private void failIfSetsidFailed(CommandResult result) {
    int code = result.exitCode().orElse(0);
    String said = result.errors().text();
    if (launch.throughSetsid()
        && (code == 126 || code == 127)
        && STARTERS.stream().anyMatch(said::startsWith)
        && said.contains(launch.program().toString())
        && result.output().bytes().length == 0) {
      throw new CannotStartException(
          "'%s' was not started: the system could not run it (%s). If it is a script, check the program named in its first line"
              .formatted(command.arguments().getFirst(), said.strip()));
    }
  }
}
