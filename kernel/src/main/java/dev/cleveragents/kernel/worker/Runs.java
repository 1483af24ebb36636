package dev.cleveragents.kernel.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.Lease;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bodies a worker has at work. Once stopped it takes no more, so that after {@link #stop} every
 * run is either known here or was refused. A cancel that overtakes the claim it is meant for is
 * kept until that claim has been answered, so that it is not lost. The lock guards everything;
 * tokens are cancelled outside it.
 */
final class Runs {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final Map<Lease, Run> running = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Map<Lease, CancellationCause> early = new HashMap<>();

  @GuardedBy("lock")
  private int claimsUnderWay;

  @GuardedBy("lock")
  private boolean stopped;

  /** A claim is about to be made; {@link #claimAnswered} must follow once its runs are added. */
  void claimBegins() {
    lock.lock();
    try {
      claimsUnderWay++;
    } finally {
      lock.unlock();
    }
  }

  void claimAnswered() {
    lock.lock();
    try {
      claimsUnderWay--;
      if (claimsUnderWay == 0) {
        early.clear();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the run was taken; false once stopped. */
  boolean add(Run run) {
    CancellationCause overtook;
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
      run.cancel(overtook);
    }
    return true;
  }

  boolean contains(Run run) {
    lock.lock();
    try {
      return running.get(run.lease()) == run;
    } finally {
      lock.unlock();
    }
  }

  /** Those of these leases that nothing runs under and that no claim under way can bring. */
  List<Lease> unknown(Set<Lease> leases) {
    lock.lock();
    try {
      if (claimsUnderWay > 0) {
        return List.of();
      }
      Set<Lease> unknown = new HashSet<>(leases);
      unknown.removeAll(running.keySet());
      return List.copyOf(unknown);
    } finally {
      lock.unlock();
    }
  }

  void remove(Run run) {
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

  List<Run> all() {
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

  /** Waits until nothing runs, at most so long; says whether nothing does. */
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
    Run run;
    lock.lock();
    try {
      run = running.get(lease);
      if (run == null && claimsUnderWay > 0) {
        early.putIfAbsent(lease, cause);
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
