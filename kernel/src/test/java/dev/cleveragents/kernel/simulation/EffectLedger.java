package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the effects of moves: every start, success and ending writes one row in the same
 * transaction. A row is a job of a type that no worker claims, enqueued through {@link
 * Effects.Unit}, so that every store can hold it.
 */
final class EffectLedger {

  private static final String ROW = "row";
  private static final int MORE_THAN_ONE_MOVE_WRITES = 50;

  private enum Kind {
    STARTED,
    SUCCEEDED,
    ENDED
  }

  /** The rows of one job. */
  private static final class Rows {
    private int started;
    private int ended;
    private final List<Long> succeededUnder = new ArrayList<>();
  }

  private static final Rows NONE = new Rows();

  private final SimulationContext world;
  private final Map<JobId, Rows> rows = new HashMap<>();
  private @Nullable JobId lastSeen;

  EffectLedger(SimulationContext world) {
    this.world = world;
  }

  Effects started(AsyncJob job) {
    return write(Kind.STARTED, job.lease());
  }

  Effects success(Lease lease) {
    return write(Kind.SUCCEEDED, lease);
  }

  JobEnding ending() {
    return (job, status) -> write(Kind.ENDED, job.id(), job.leases());
  }

  private Effects write(Kind kind, Lease lease) {
    return write(kind, lease.job(), lease.number());
  }

  /** Effects that throw do so after they have written: what they wrote must not be seen. */
  private Effects write(Kind kind, JobId job, long lease) {
    return unit -> {
      unit.enqueue(JobSpec.of(ROW).withGroup(kind.name()).withPayload(job + "#" + lease));
      if (world.weather().hurtsProcesses() && world.once(12)) {
        throw new IllegalStateException("effects that fail on purpose");
      }
    };
  }

  /** Takes in the rows written since the last look. */
  void look(JobStore store) {
    List<AsyncJob> newest = store.list(JobQuery.newest(MORE_THAN_ONE_MOVE_WRITES).withType(ROW));
    for (AsyncJob row : newest) {
      if (row.id().equals(lastSeen)) {
        break;
      }
      count(row.spec());
    }
    lastSeen = newest.isEmpty() ? null : newest.getFirst().id();
  }

  private void count(JobSpec row) {
    int end = row.payload().indexOf('#');
    JobId job = new JobId(Ulid.parse(row.payload().substring(0, end)));
    Rows of = rows.computeIfAbsent(job, id -> new Rows());
    switch (Kind.valueOf(String.valueOf(row.group()))) {
      case STARTED -> of.started++;
      case ENDED -> of.ended++;
      case SUCCEEDED -> of.succeededUnder.add(Long.valueOf(row.payload().substring(end + 1)));
    }
  }

  /**
   * Every start and every ending has left one row, a success one row of its lease, and nothing else
   * any.
   */
  void check(AsyncJob job, int endings) {
    Rows of = rows.getOrDefault(job.id(), NONE);
    boolean succeeded = job.status() == AsyncJobStatus.SUCCEEDED;
    List<Long> expected = succeeded ? List.of(job.leases()) : List.of();
    unless(
        of.succeededUnder.equals(expected),
        Rule.EFFECTS,
        "%s is %s under lease %d, but successes are stored of leases %s",
        job.spec().payload(),
        job.status(),
        job.leases(),
        of.succeededUnder);
    unless(
        of.started == job.leases() && of.ended == endings,
        Rule.EFFECTS,
        "%s was started %d times and ended unsuccessfully %d times, but stored are %d and %d",
        job.spec().payload(),
        job.leases(),
        endings,
        of.started,
        of.ended);
  }
}
