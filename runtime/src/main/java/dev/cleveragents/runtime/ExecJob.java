package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandEnding;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.HeadAndTail;
import dev.cleveragents.exec.LastOutputLine;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.report.JobAttempts;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the shell command of a job. Processes that an earlier attempt left on this machine are ended
 * first, and none of the command's processes survives its end. Standard output and standard error
 * are kept with the attempt in the order of writing, without secrets: every {@link #NOTE_EVERY}
 * while it runs, and at its end, with a success in the same transaction. An expired lease stores
 * nothing more.
 */
final class ExecJob implements JobBody {

  private static final Logger log = LoggerFactory.getLogger(ExecJob.class);

  /** The most output that is kept: half from the start, half from the end. */
  static final int KEPT_BYTES = 256 * 1024;

  static final Duration NOTE_EVERY = Duration.ofSeconds(1);

  private static final Duration NOTES_END_WITHIN = Duration.ofSeconds(40);
  private static final Redactor REDACTOR = Redactor.standard();

  private final DatabaseJobStore store;
  private final CommandRunner runner;

  ExecJob(DatabaseJobStore store, CommandRunner runner) {
    this.store = store;
    this.runner = runner;
  }

  @Override
  public Effects run(AsyncJob job) throws Exception {
    ExecCommand wanted = ExecCommand.of(job.spec().payload());
    Scope scope = Scope.current();
    Lease lease = job.lease();
    OrphanedCommands.endEarlierAttempts(lease);
    HeadAndTail printed = new HeadAndTail(KEPT_BYTES);
    CommandResult result;
    try (CancellationSource ended = new CancellationSource()) {
      Fork<Void> notes = scope.fork("notes", () -> noteUntil(ended.token(), lease, printed));
      try {
        result = runner.run(command(wanted, printed), scope.token());
      } catch (CannotStartException e) {
        throw new CommandFailedException(String.valueOf(e.getMessage()));
      } finally {
        ended.cancel(CancellationCause.closed("the command has ended"));
        await(notes);
      }
    }
    Effects output = JobAttempts.output(lease, text(printed));
    if (result.succeeded()) {
      return output;
    }
    note(lease, output);
    throw failure(result, text(printed));
  }

  private static Command command(ExecCommand wanted, HeadAndTail printed) {
    return Command.shellInOneStream(wanted.line())
        .withDirectory(wanted.directory())
        .withDeadline(wanted.deadline())
        .withKeptBytes(0)
        .withLive((_, bytes) -> printed.add(bytes));
  }

  private @Nullable Void noteUntil(CancellationToken ended, Lease lease, HeadAndTail printed)
      throws InterruptedException {
    String last = "";
    while (!ended.await(NOTE_EVERY)) {
      String now = text(printed);
      if (!now.equals(last) && note(lease, JobAttempts.output(lease, now))) {
        last = now;
      }
    }
    return null;
  }

  /** Stores the output, and returns whether that succeeded. A failure does not fail the command. */
  private boolean note(Lease lease, Effects output) {
    try {
      return store.note(lease, output).accepted();
    } catch (RuntimeException e) {
      log.warn("Cannot keep the output of {}", lease, e);
      return false;
    }
  }

  private static void await(Fork<Void> notes) throws InterruptedException {
    try {
      notes.join(NOTES_END_WITHIN);
    } catch (ExecutionException | TimeoutException e) {
      log.warn("The last output of the command may not be kept", e);
    }
  }

  private static String text(HeadAndTail printed) {
    return REDACTOR.redact(printed.captured().text());
  }

  private static CommandFailedException failure(CommandResult result, String printed) {
    return new CommandFailedException(
        switch (result.ending()) {
          case CommandEnding.Exited(int code) -> "Exit code " + code + LastOutputLine.of(printed);
          case CommandEnding.DeadlinePassed(Duration deadline) ->
              "Deadline of %s exceeded; the command was ended".formatted(text(deadline));
          case CommandEnding.Cancelled(CancellationCause cause) -> "Ended: " + cause.reason();
        });
  }

  /** For example {@code 1.5 s}, {@code 10 min}, {@code 2 h}. */
  private static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 60_000) {
      return millis % 1000 == 0 ? millis / 1000 + " s" : millis / 1000.0 + " s";
    }
    return millis % 3_600_000 == 0 ? millis / 3_600_000 + " h" : millis / 60_000 + " min";
  }

  /** A failed command; workers keep its text, which is for users and has no class name. */
  private static final class CommandFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    CommandFailedException(String message) {
      super(message);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // getMessage alone would leave the class name in
    public String toString() {
      return String.valueOf(getMessage());
    }
  }
}
