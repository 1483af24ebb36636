package dev.cleveragents.workspace.change;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changeset.Status;
import java.util.List;

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
  public record Recorded(Change change, ChangeContents contents, ChangeOrigin origin) {}

  public ChangesetId id() {
    return id;
  }

  /** The step of the plan that it records. */
  public int step() {
    return step;
  }

  /**
   * Stores changes as the next entries of this changeset, in this order, all or none, with the
   * contents that are not stored yet; returns when they are durable.
   *
   * @throws OperationException if the changeset has ended, or the lease is over, or a content that
   *     a change names is neither stored nor given; nothing is stored then
   */
  public List<ChangeEntry> recordAll(List<Recorded> changes) {
    return changes.isEmpty() ? List.of() : context.store(this, changes);
  }

  /**
   * Ends the changeset as part of the plan's result and stores these effects, in one unit: both or
   * neither. Returns when that is durable.
   *
   * @throws OperationException if it has ended already, or the lease is over
   */
  public void complete(Effects beside) {
    context.note(completion().and(beside));
  }

  /**
   * Ends the changeset when the effects are stored: for the unit that ends the job of this lease.
   * They fail with a {@link OperationException} if it has ended already.
   */
  public Effects completion() {
    return ending(Status.COMPLETE);
  }

  /**
   * Ends the changeset as no part of the plan's result and stores these effects, in one unit: both
   * or neither. Its entries are kept.
   *
   * @throws OperationException if it has ended already, or the lease is over
   */
  public void abandon(Effects beside) {
    context.note(ending(Status.ABANDONED).and(beside));
  }

  private Effects ending(Status status) {
    return DatabaseUnit.writing(
        transaction -> {
          ChangeRows rows = new ChangeRows(transaction);
          if (!rows.end(id, status, context.now())) {
            throw hasEnded(rows);
          }
        });
  }

  /** Says how it ended, for an attempt that came after. */
  OperationException hasEnded(ChangeRows rows) {
    return OperationException.conflict(
        "Changeset %s is %s and accepts no more changes; start a new one"
            .formatted(
                id, rows.get(id).map(found -> found.status().name()).orElse("not in the store")),
        null);
  }
}
