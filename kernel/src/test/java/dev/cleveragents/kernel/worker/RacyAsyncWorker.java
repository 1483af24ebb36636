package dev.cleveragents.kernel.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Exhibit: the worker of report 7357 as it was. A poll lists the queued jobs and dispatches what it
 * read; a job stays QUEUED until its body marks it running, on a shared object; the only guard is a
 * map of futures, and finished ones are tidied out of it. Never use it.
 */
final class RacyAsyncWorker {

  private enum Status {
    QUEUED,
    RUNNING,
    SUCCEEDED
  }

  private static final class Job {
    private final String id;
    private volatile Status status = Status.QUEUED;

    private Job(String id) {
      this.id = id;
    }
  }

  private final int maxWorkers;
  private final Consumer<String> body;
  private final Runnable afterListing;
  private final List<Job> store = new CopyOnWriteArrayList<>();
  private final Object futuresLock = new Object();
  private final Map<String, Boolean> doneFutures = new HashMap<>();

  /** {@code afterListing} is called where the original can be overtaken. */
  RacyAsyncWorker(int maxWorkers, Consumer<String> body, Runnable afterListing) {
    this.maxWorkers = maxWorkers;
    this.body = body;
    this.afterListing = afterListing;
  }

  void enqueue(String id) {
    store.add(new Job(id));
  }

  /** Returns how many bodies this poll ran. */
  int poll() {
    int capacity = maxWorkers - tidyAndCountActive();
    List<Job> queued = new ArrayList<>();
    for (Job job : store) {
      if (job.status == Status.QUEUED) {
        queued.add(job);
      }
    }
    afterListing.run();
    int ran = 0;
    for (Job job : queued.subList(0, Math.min(capacity, queued.size()))) {
      ran += dispatch(job) ? 1 : 0;
    }
    return ran;
  }

  private int tidyAndCountActive() {
    synchronized (futuresLock) {
      doneFutures.values().removeIf(done -> done);
      return doneFutures.size();
    }
  }

  private boolean dispatch(Job job) {
    synchronized (futuresLock) {
      if (doneFutures.containsKey(job.id)) {
        return false;
      }
      doneFutures.put(job.id, false);
    }
    job.status = Status.RUNNING;
    body.accept(job.id);
    job.status = Status.SUCCEEDED;
    synchronized (futuresLock) {
      doneFutures.put(job.id, true);
    }
    return true;
  }
}
