package dev.cleveragents.engine.change;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Changeset.Status;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.Unit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The one way to write to a changeset that was started. It is bound to that changeset for good: any
 * number of threads may use it, and whatever is started elsewhere in the meantime, what is recorded
 * here goes there. It holds no state; the store's row says whether it is open, and decides.
 */
public final class ChangesetHandle {

  private final PlanExecutionContext context;
  private final ChangesetId id;
  private final int step;

  ChangesetHandle(PlanExecutionContext context, ChangesetId id, int step) {
    this.context = context;
    this.id = id;
    this.step = step;
  }

  /** A change and what is stored with it. */
  public record Recorded(Change change, Contents contents, Origin origin) {}

  public ChangesetId id() {
    return id;
  }

  /** The step of the plan that it records. */
  public int step() {
    return step;
  }

  /**
   * Stores a change as the next entry of this changeset, with the contents that are not stored yet;
   * returns when it is durable.
   *
   * @throws PlanException if the changeset has ended, or the lease is over, or a content that the
   *     change names is neither stored nor given; nothing is stored then
   */
  public ChangeEntry record(Change change, Contents contents, Origin origin) {
    return recordAll(List.of(new Recorded(change, contents, origin))).getFirst();
  }

  /**
   * Stores changes as the next entries, in this order, all or none; otherwise as {@link #record}.
   */
  public List<ChangeEntry> recordAll(List<Recorded> changes) {
    return changes.isEmpty() ? List.of() : context.store(this, changes);
  }

  /**
   * Ends the changeset as part of the plan's result; returns when that is durable.
   *
   * @throws PlanException if it has ended already, or the lease is over
   */
  public void complete() {
    complete(Effects.none());
  }

  /** Ends it and stores these effects, in one unit: both or neither. */
  public void complete(Effects beside) {
    context.note(completion().and(beside));
  }

  /**
   * Ends the changeset when the effects are stored: for the unit that ends the job of this lease.
   * They fail with a {@link PlanException} if it has ended already.
   */
  public Effects completion() {
    return ending(Status.COMPLETE);
  }

  /**
   * Ends the changeset as no part of the plan's result; what it holds is kept.
   *
   * @throws PlanException if it has ended already, or the lease is over
   */
  public void abandon() {
    abandon(Effects.none());
  }

  /** Ends it as no part of the result and stores these effects, in one unit: both or neither. */
  public void abandon(Effects beside) {
    context.note(ending(Status.ABANDONED).and(beside));
  }

  /**
   * Runs the body with this changeset as the one that {@link PlanExecutionContext#record} writes
   * to, on this thread only: other threads are given the handle.
   */
  public <T extends @Nullable Object> T callIn(Callable<T> body) throws Exception {
    return ScopedValue.where(PlanExecutionContext.CURRENT, this).call(body::call);
  }

  boolean isOf(PlanExecutionContext asked) {
    return context.equals(asked);
  }

  private Effects ending(Status status) {
    return Unit.writing(
        transaction -> {
          ChangeRows rows = new ChangeRows(transaction);
          if (!rows.end(id, status, context.now())) {
            throw hasEnded(rows);
          }
        });
  }

  /** Says how it ended, for an attempt that came after. */
  PlanException hasEnded(ChangeRows rows) {
    return PlanException.conflict(
        "Changeset %s is %s and takes nothing more; start a new one"
            .formatted(
                id, rows.get(id).map(found -> found.status().name()).orElse("not in the store")),
        null);
  }
}
