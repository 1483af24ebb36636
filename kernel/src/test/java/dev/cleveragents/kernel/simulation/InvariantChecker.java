package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks the invariants of every job after every call that the store has executed. It records the
 * past itself and does not rely on what the store says about it.
 */
final class InvariantChecker {

  /** Which attempts a call may count. */
  enum Count {
    NOTHING,
    THE_ENDED
  }

  private final SimulationContext world;
  private final KeyLimits limits;
  private final EffectLedger ledger;
  private final Map<JobId, AsyncJob> jobs = new LinkedHashMap<>();
  private final Map<JobId, Long> endedAt = new HashMap<>();
  private final Set<JobId> purged = new HashSet<>();
  private final Map<JobId, Integer> endings = new HashMap<>();
  private final Map<JobId, Long> cancelAcceptedAt = new LinkedHashMap<>();
  private final Map<SessionId, Integer> capacities = new HashMap<>();
  private final BodyRules bodies;

  InvariantChecker(SimulationContext world, KeyLimits limits) {
    this.world = world;
    this.limits = limits;
    this.ledger = new EffectLedger(world);
    this.bodies = new BodyRules(world);
  }

  EffectLedger ledger() {
    return ledger;
  }

  BodyRules bodies() {
    return bodies;
  }

  String nameOf(Lease lease) {
    AsyncJob job = jobs.get(lease.job());
    return (job == null ? lease.job().toString() : job.spec().payload()) + "#" + lease.number();
  }

  void opened(SessionId session, int capacity) {
    capacities.put(session, capacity);
  }

  void enqueued(Enqueued answer) {
    AsyncJob job = answer.job();
    String name = job.spec().payload();
    boolean known = jobs.values().stream().anyMatch(other -> other.spec().payload().equals(name));
    unless(
        answer.created() != known,
        Rule.ENQUEUED_ONCE,
        "%s was %s",
        name,
        known ? "enqueued a second time" : "said to be enqueued already");
    jobs.putIfAbsent(job.id(), job);
  }

  void cancelAccepted(JobId job) {
    cancelAcceptedAt.put(job, world.now());
  }

  /** A beat sent then was answered: no body goes on whose cancel had been accepted before. */
  void beatAnswered(long sent, Collection<Lease> uncancelled) {
    for (Lease lease : uncancelled) {
      AsyncJob job = Objects.requireNonNull(jobs.get(lease.job()));
      unless(
          !job.isRunningUnder(lease)
              || cancelAcceptedAt.getOrDefault(lease.job(), Long.MAX_VALUE) >= sent,
          Rule.BEAT_BRINGS_CANCELS,
          "%s was to be cancelled, and its worker has heard nothing of it since it beat",
          nameOf(lease));
    }
  }

  /** A job as it stood after the last call, or before it was purged. */
  AsyncJob known(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  /** A purge was carried out: whatever is gone had ended longer ago than that. */
  void purged(JobStore store, Duration age) {
    for (AsyncJob job : jobs.values()) {
      if (store.get(job.id()).isEmpty() && purged.add(job.id())) {
        world.saw(CoveredEvent.JOB_PURGED);
        Long ended = endedAt.get(job.id());
        unless(
            ended != null && world.now() - ended > age.toNanos(),
            Rule.PURGE,
            "%s was %s, and was purged",
            job.spec().payload(),
            job.status());
      }
    }
  }

  /** A call has failed: nothing may have come of it. */
  void nothingChanged(JobStore store) {
    for (AsyncJob before : jobs.values()) {
      if (purged.contains(before.id())) {
        continue;
      }
      AsyncJob now = store.get(before.id()).orElseThrow();
      unless(now.equals(before), Rule.EFFECTS, "%s became %s though effects threw", before, now);
    }
    lookAfter(store, Count.NOTHING);
  }

  /** Looks at everything after one call. */
  void lookAfter(JobStore store, Count count) {
    ledger.look(store);
    Map<String, Integer> keys = new HashMap<>();
    Map<SessionId, Integer> running = new HashMap<>();
    for (Map.Entry<JobId, AsyncJob> entry : jobs.entrySet()) {
      AsyncJob before = entry.getValue();
      if (purged.contains(before.id())) {
        continue;
      }
      AsyncJob after = store.get(before.id()).orElseThrow();
      if (!after.equals(before)) {
        checkMove(before, after, count);
        entry.setValue(after);
      }
      ledger.check(after, endings.getOrDefault(after.id(), 0));
      if (after.status() == AsyncJobStatus.RUNNING) {
        after.spec().keys().forEach(key -> keys.merge(key, 1, Integer::sum));
        running.merge(after.lease().session(), 1, Integer::sum);
      }
    }
    keys.forEach(
        (key, held) ->
            unless(held <= limits.of(key), Rule.KEYS, "%d jobs hold the key %s", held, key));
    running.forEach(
        (session, held) ->
            unless(
                held <= Objects.requireNonNull(capacities.get(session)),
                Rule.CAPACITY,
                "%d jobs run under a session of capacity %d",
                held,
                capacities.get(session)));
  }

  private void checkMove(AsyncJob before, AsyncJob after, Count count) {
    AsyncJobStatus from = before.status();
    AsyncJobStatus to = after.status();
    String name = after.spec().payload();
    unless(from == to || from.canBecome(to), Rule.TRANSITION, "%s: %s → %s", name, from, to);
    unless(!from.isTerminal(), Rule.TRANSITION, "%s had ended, but became %s", before, after);
    boolean started = from == AsyncJobStatus.QUEUED && to == AsyncJobStatus.RUNNING;
    boolean stopped = from == AsyncJobStatus.RUNNING && to != AsyncJobStatus.RUNNING;
    unless(
        after.leases() == before.leases() + (started ? 1 : 0),
        Rule.LEASE,
        "%s: lease %d → %d while %s → %s",
        name,
        before.leases(),
        after.leases(),
        from,
        to);
    unless(
        started || stopped || Objects.equals(before.owner(), after.owner()),
        Rule.LEASE,
        "%s got another owner while it ran",
        name);
    checkAttempts(before, after, stopped && count == Count.THE_ENDED);
    boolean asked = cancelAcceptedAt.containsKey(after.id());
    unless(
        !asked || to != AsyncJobStatus.QUEUED,
        Rule.CANCEL,
        "%s was to be cancelled and went from %s to QUEUED",
        name,
        from);
    if (to.isTerminal()) {
      endedAt.put(after.id(), world.now());
    }
    if (asked && to == AsyncJobStatus.SUCCEEDED) {
      world.saw(CoveredEvent.CANCEL_TOO_LATE);
    }
    if (from != to && to != AsyncJobStatus.RUNNING && to != AsyncJobStatus.SUCCEEDED) {
      endings.merge(after.id(), 1, Integer::sum);
    }
  }

  private void checkAttempts(AsyncJob before, AsyncJob after, boolean counted) {
    int most = after.spec().retry().maxAttempts();
    boolean usedUp = after.attempts() >= most;
    unless(
        after.attempts() == before.attempts() + (counted ? 1 : 0) && after.attempts() <= most,
        Rule.ATTEMPTS,
        "%s: attempts %d → %d of %d",
        after.spec().payload(),
        before.attempts(),
        after.attempts(),
        most);
    boolean right =
        switch (after.status()) {
          case QUEUED, RUNNING -> !usedUp;
          case FAILED -> usedUp;
          case SUCCEEDED, CANCELLED -> true;
        };
    unless(
        right,
        Rule.ATTEMPTS,
        "%s is %s after %d attempts of %d",
        after.spec().payload(),
        after.status(),
        after.attempts(),
        most);
    if (after.status() == AsyncJobStatus.FAILED) {
      world.saw(CoveredEvent.JOB_FAILED_FOR_GOOD);
    }
  }

  // ---- once the faults are over

  boolean allEnded(int expected) {
    return jobs.size() == expected
        && jobs.values().stream().allMatch(job -> job.status().isTerminal());
  }

  /** Every job still running belongs to a session that a living worker keeps up. */
  void checkRecovered(Collection<SessionId> kept) {
    for (AsyncJob job : jobs.values()) {
      unless(
          job.owner() == null || kept.contains(job.owner()),
          Rule.RECOVERY,
          "%s still runs under a session without a living worker",
          job.spec().payload());
    }
  }

  /** No accepted cancel is older than this without an answer. */
  void checkCancelsAnswered(Duration within) {
    long now = world.now();
    cancelAcceptedAt.forEach(
        (id, acceptedAt) -> {
          AsyncJob job = Objects.requireNonNull(jobs.get(id));
          unless(
              job.status().isTerminal() || now - acceptedAt <= within.toNanos(),
              Rule.CANCEL,
              "%s is %s, %d ms after its cancel was accepted",
              job.spec().payload(),
              job.status(),
              (now - acceptedAt) / 1_000_000);
        });
  }

  /** What must be true of the whole run. */
  void checkEnd(JobStore store) {
    Set<JobId> known = jobs.keySet();
    for (AsyncJob job : store.list(JobQuery.newest(10_000).withType(SimulatedClient.WORK))) {
      unless(known.contains(job.id()), Rule.ENQUEUED_ONCE, "%s was never enqueued", job);
    }
    bodies.checkEnd(jobs.values());
  }

  String unfinished() {
    return jobs.values().stream()
        .filter(job -> !job.status().isTerminal())
        .map(job -> job.spec().payload() + " " + job.status())
        .toList()
        .toString();
  }
}
