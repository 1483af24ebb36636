package dev.cleveragents.kernel.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.Lease;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The runs of a worker. After {@link #stop} it accepts none, so every run is either known here or
 * was refused. A cancel that overtakes the claim it is meant for is kept until all claims pending
 * at that moment are answered; until then no lease counts as an orphan either. The lock guards
 * everything; tokens are cancelled outside it.
 */
final class ActiveRuns {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Map<Lease, JobRun> running = new LinkedHashMap<>();

  /** A cancel for a lease that is not known yet, and when it came. */
  private record Early(CancellationCause cause, long since) {}

  @GuardedBy("lock")
  private final Map<Lease, Early> early = new HashMap<>();

  /** Leases reported by the store that no run has, and since when. */
  @GuardedBy("lock")
  private final Map<Lease, Long> unowned = new HashMap<>();

  @GuardedBy("lock")
  private final PendingClaims claims = new PendingClaims();

  @GuardedBy("lock")
  private boolean stopped;

  /**
   * A claim is about to be made; {@link #claimAnswered} must follow once its runs are added.
   *
   * @return its number
   */
  long claimBegins() {
    lock.lock();
    try {
      return claims.begin();
    } finally {
      lock.unlock();
    }
  }

  void claimAnswered(long claim) {
    lock.lock();
    try {
      claims.answered(claim);
      long answered = claims.answeredUpTo();
      early.values().removeIf(it -> it.since <= answered);
    } finally {
      lock.unlock();
    }
  }

  /** Adds a run; returns false once stopped. */
  boolean add(JobRun run) {
    Early overtook;
    lock.lock();
    try {
      if (stopped) {
        return false;
      }
      running.put(run.lease(), run);
      overtook = early.remove(run.lease());
    } finally {
      lock.unlock();
    }
    if (overtook != null) {
      run.cancel(overtook.cause);
    }
    return true;
  }

  boolean contains(JobRun run) {
    lock.lock();
    try {
      return running.get(run.lease()) == run;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Those of these leases, just reported by the store, that no run has and no pending claim can
   * bring.
   */
  List<Lease> unknown(Set<Lease> leases) {
    lock.lock();
    try {
      unowned.keySet().retainAll(leases);
      unowned.keySet().removeAll(running.keySet());
      for (Lease lease : leases) {
        if (!running.containsKey(lease)) {
          unowned.putIfAbsent(lease, claims.now());
        }
      }
      long answered = claims.answeredUpTo();
      return unowned.entrySet().stream()
          .filter(it -> it.getValue() <= answered)
          .map(Map.Entry::getKey)
          .toList();
    } finally {
      lock.unlock();
    }
  }

  void remove(JobRun run) {
    lock.lock();
    try {
      running.remove(run.lease());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void stop() {
    lock.lock();
    try {
      stopped = true;
    } finally {
      lock.unlock();
    }
  }

  List<JobRun> all() {
    lock.lock();
    try {
      return List.copyOf(running.values());
    } finally {
      lock.unlock();
    }
  }

  int count() {
    lock.lock();
    try {
      return running.size();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the last run to end, at most {@code atMost}; returns whether none is left. */
  boolean awaitNone(Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!running.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return running.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  void cancel(Lease lease, CancellationCause cause) {
    JobRun run;
    lock.lock();
    try {
      run = running.get(lease);
      if (run == null && claims.answeredUpTo() < claims.now()) {
        early.putIfAbsent(lease, new Early(cause, claims.now()));
      }
    } finally {
      lock.unlock();
    }
    if (run != null) {
      run.cancel(cause);
    }
  }

  void cancelAll(CancellationCause cause) {
    all().forEach(run -> run.cancel(cause));
  }
}
