package dev.cleveragents.store.crash;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerConfig.ErrorWaits;
import dev.cleveragents.kernel.worker.WorkerConfig.SessionTiming;
import dev.cleveragents.kernel.worker.WorkerEnvironment;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.crash.JobEventLog.What;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** A worker process; ends in good order when its input does. */
final class CrashWorker {

  /** Short, so that a worker can be frozen for longer than that in a test. */
  static final Duration LEASE = Duration.ofSeconds(2);

  /** What the body of every kind of job does. */
  private record Body(CrashJobKind task, DatabaseJobStore store, ChildArguments self)
      implements JobBody {

    @Override
    public Effects started(AsyncJob job) {
      return JobEventLog.adding(What.BEGUN, job, self.name());
    }

    @Override
    public Effects run(AsyncJob job) throws Exception {
      CancellationToken token = Scope.current().token();
      boolean stubborn = task == CrashJobKind.STUBBORN;
      CancellationToken heeded = stubborn ? CancellationToken.none() : token;
      if (heeded.await(task.takes)) {
        throw new CancellationException("told to stop");
      }
      boolean accepted =
          store.note(job.lease(), JobEventLog.adding(What.NOTED, job, self.name())).accepted();
      if (!accepted) {
        self.log("refused " + job.lease());
      }
      if (task == CrashJobKind.DOOMED || (task == CrashJobKind.FLAKY && job.attempts() == 0)) {
        throw new IllegalStateException("fails as it should");
      }
      return JobEventLog.adding(What.SUCCEEDED, job, self.name());
    }
  }

  private CrashWorker() {}

  public static void main(String[] arguments) throws IOException {
    ChildArguments self = ChildArguments.of(arguments);
    TimeSource time = new JumpingWallClock(self.seed());
    try (Database database = self.open(time);
        TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      DatabaseJobStore store = DatabaseJobStore.on(database, JobEventLog.settings(self.name()));
      try (AsyncWorker worker = start(store, self, time, timer)) {
        self.awaitEndOfInput();
        self.log("closing with %d running".formatted(worker.health().running()));
      }
    }
    self.log("closed");
  }

  /** Starts a worker in this process, which is a client's too. */
  static AsyncWorker start(
      DatabaseJobStore store, ChildArguments self, TimeSource time, TimerThread timer) {
    Map<String, JobBody> bodies = new HashMap<>();
    for (CrashJobKind task : CrashJobKind.values()) {
      bodies.put(task.name(), new Body(task, store, self));
    }
    // Half of them are found dead by their process id, the others by their beats.
    String host = self.seed() % 2 == 0 ? "one-host" : self.name();
    WorkerEnvironment environment =
        new WorkerEnvironment(
            ThreadFactories.standard(), time, timer, ProcessIdentity.current(host));
    return new AsyncWorker(store, bodies, config(self), environment).start();
  }

  private static WorkerConfig config(ChildArguments self) {
    return WorkerConfig.defaults()
        .withName(self.name())
        .withPollEvery(Duration.ofMillis(500))
        .withSession(new SessionTiming(Duration.ofMillis(300), LEASE, Duration.ofMillis(500)))
        .withClosing(new ClosingTiming(Duration.ofSeconds(5), Duration.ofSeconds(2)))
        .withErrors(new ErrorWaits(Duration.ofMillis(20), Duration.ofMillis(500)));
  }
}
