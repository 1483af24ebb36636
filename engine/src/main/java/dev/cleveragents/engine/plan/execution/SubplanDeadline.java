package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.DurationText;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.engine.subplan.SubplanRows;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a subplan while one job works on it.
 *
 * <ul>
 *   <li>The time starts with its first job and includes the time that it waits for subplans of its
 *       own, but not the time that it waits for the user: after that it starts again.
 *   <li>A subplan of a subplan has to end by the deadline of its parent too. So no timer is needed
 *       for a plan that holds no job: what runs below it ends in time, and then it ends itself.
 * </ul>
 */
final class SubplanDeadline implements AutoCloseable {

  private final CancellationToken outer;
  private final @Nullable CancellationSource limited;
  private final String why;

  private SubplanDeadline(
      CancellationToken outer, @Nullable CancellationSource limited, String why) {
    this.outer = outer;
    this.limited = limited;
    this.why = why;
  }

  /** Starts the time of a subplan, if it has a limit and its time does not run yet. */
  static void start(Transaction transaction, Plan plan, Instant now) {
    Part part = plan.brief().part();
    if (part == null) {
      return;
    }
    SubplanRows rows = new SubplanRows(transaction);
    if (rows.deadline(plan.id()).isPresent()) {
      return;
    }
    Duration timeout = part.rules().limits().timeout();
    Instant own = timeout == null ? null : now.plus(timeout);
    Instant end = ofParent(plan, rows).filter(it -> own == null || it.isBefore(own)).orElse(own);
    if (end != null) {
      rows.deadline(plan.id(), end);
    }
  }

  /** Lets the next job of a subplan start its time again. */
  static void stop(Transaction transaction, Plan plan) {
    if (plan.brief().part() != null) {
      new SubplanRows(transaction).deadline(plan.id(), null);
    }
  }

  private static Optional<Instant> ofParent(Plan plan, SubplanRows rows) {
    PlanId parent = plan.kind().parent();
    return parent == null ? Optional.empty() : rows.deadline(parent);
  }

  /** The limit of the job that works on this plan, whose token fires with it. */
  static SubplanDeadline of(PlanServices services, Plan plan, CancellationToken outer) {
    Part part = plan.brief().part();
    if (part == null) {
      return new SubplanDeadline(outer, null, "");
    }
    record Ends(Optional<Instant> own, Optional<Instant> ofParent) {}
    Ends ends =
        services
            .database()
            .read(
                transaction -> {
                  SubplanRows rows = new SubplanRows(transaction);
                  return new Ends(rows.deadline(plan.id()), ofParent(plan, rows));
                });
    if (ends.own().isEmpty()) {
      return new SubplanDeadline(outer, null, "");
    }
    Duration timeout = part.rules().limits().timeout();
    String why =
        timeout == null || ends.own().equals(ends.ofParent())
            ? "Timed out with the subplan that it is a part of"
            : "Timed out: it was not done within " + DurationText.write(timeout);
    Duration left = Duration.between(services.now(), ends.own().get());
    CancellationSource limited =
        CancellationSource.withDeadline(
            services.database().workerEnvironment().timer(), left, outer);
    if (!left.isPositive()) {
      limited.cancel(CancellationCause.deadline(left));
    }
    return new SubplanDeadline(outer, limited, why);
  }

  CancellationToken token() {
    return limited == null ? outer : limited.token();
  }

  /** The failure of a subplan whose time is over; empty if it is not, or if its job was stopped. */
  Optional<PhaseFailedException> passed() {
    return limited == null || outer.isCancelled() || !limited.token().isCancelled()
        ? Optional.empty()
        : Optional.of(
            new PhaseFailedException(
                "timeout",
                why,
                false,
                "Its work so far is kept. Resume the plan to continue with the same limit again"));
  }

  @Override
  public void close() {
    if (limited != null) {
      limited.close();
    }
  }
}
