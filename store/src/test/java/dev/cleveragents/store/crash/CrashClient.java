package dev.cleveragents.store.crash;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A process that enqueues jobs and writes down each one that was acknowledged. Started again after
 * it was killed, it goes on with those that it has not written down. It runs a worker too, so that
 * some jobs are claimed in the process that enqueued them.
 */
final class CrashClient {

  private static final int THREADS = 32;
  private static final Duration FOR_EVER = Duration.ofHours(1);
  private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMillis(50);

  private final DatabaseJobStore store;
  private final ChildArguments self;
  private final Set<Integer> done;
  private final AtomicInteger next = new AtomicInteger();

  private CrashClient(DatabaseJobStore store, ChildArguments self) throws IOException {
    this.store = store;
    this.self = self;
    this.done = acknowledged(self);
  }

  public static void main(String[] arguments) throws Exception {
    ChildArguments self = ChildArguments.of(arguments);
    TimeSource time = new JumpingWallClock(self.seed());
    try (Database database = self.open(time);
        TimerThread timer = new TimerThread(ThreadFactories.standard());
        Scope scope = Scope.open("client", ThreadFactories.standard(), CancellationToken.none())) {
      DatabaseJobStore store = DatabaseJobStore.on(database, JobEventLog.settings(self.name()));
      CrashClient client = new CrashClient(store, self);
      AsyncWorker worker = CrashWorker.start(store, self, time, timer);
      List<Fork<Integer>> forks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        forks.add(scope.forkPlatform("enqueue-" + i, client::enqueueSome));
      }
      for (Fork<Integer> fork : forks) {
        fork.join(FOR_EVER);
      }
      worker.close();
    }
  }

  /** The numbers of the jobs that were acknowledged, by what the client has written down. */
  private static Set<Integer> acknowledged(ChildArguments self) throws IOException {
    Set<Integer> numbers = new HashSet<>();
    if (Files.exists(self.file())) {
      for (String line : Files.readAllLines(self.file())) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("enqueued")) {
          numbers.add(Integer.parseInt(words[1]));
        }
      }
    }
    return numbers;
  }

  private int enqueueSome() throws InterruptedException {
    Duration pace = Duration.ofMillis(self.within()).multipliedBy(THREADS).dividedBy(self.jobs());
    int count = 0;
    for (int n = next.getAndIncrement(); n < self.jobs(); n = next.getAndIncrement()) {
      if (done.contains(n)) {
        continue;
      }
      enqueue(n);
      count++;
      CancellationToken.none().await(pace);
    }
    return count;
  }

  private void enqueue(int n) throws InterruptedException {
    CrashJobKind task = CrashJobKind.ofNumber(n);
    JobId id = enqueued(task, n);
    if (task == CrashJobKind.ONCE) {
      enqueued(task, n);
    }
    if (task == CrashJobKind.UNWANTED) {
      insist(() -> store.requestCancel(id, "not wanted any more", Effects.none()));
    }
  }

  private JobId enqueued(CrashJobKind task, int n) throws InterruptedException {
    Enqueued enqueued = insist(() -> store.enqueue(task.spec(n)));
    self.log("enqueued %d %s".formatted(n, enqueued.job().id()));
    return enqueued.job().id();
  }

  /** Does it until the store has answered. */
  private <T> T insist(Supplier<T> what) throws InterruptedException {
    while (true) {
      try {
        return what.get();
      } catch (StoreException e) {
        self.log("error " + e.kind());
        CancellationToken.none().await(BEFORE_ANOTHER_TRY);
      }
    }
  }
}
