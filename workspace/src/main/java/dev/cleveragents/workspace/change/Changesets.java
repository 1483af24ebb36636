package dev.cleveragents.workspace.change;

import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;

/**
 * Reads the recorded changes of plans. Everything handed out is a value of the moment of the read.
 */
public final class Changesets {

  private final Database database;

  public Changesets(Database database) {
    this.database = database;
  }

  /** The changesets of a plan in the order of its steps, also those open and abandoned. */
  public List<Changeset> of(PlanId plan) {
    return database.read(transaction -> new ChangeRows(transaction).of(plan));
  }

  /** The entries of a changeset, in order. */
  public List<ChangeEntry> entries(ChangesetId id) {
    return database.read(transaction -> new ChangeRows(transaction).entries(id));
  }

  /** The entries of a plan's completed changesets up to this step, in order. */
  public List<ChangeEntry> entries(PlanId plan, int upToStep) {
    return database.read(transaction -> new ChangeRows(transaction).completed(plan, upToStep));
  }

  /** The net changes of the completed steps after this one. */
  public List<Change> netAfter(PlanId plan, int step) {
    return NetChanges.of(
        database
            .read(transaction -> new ChangeRows(transaction).completedAfter(plan, step))
            .stream()
            .map(ChangeEntry::change)
            .toList());
  }

  /**
   * Takes the completed steps after this one out of the plan, as part of this transaction. What
   * they hold is kept. The caller makes sure that no worker runs the plan.
   */
  public static void rollBackAfter(Transaction transaction, PlanId plan, int step, Instant now) {
    new ChangeRows(transaction).rollBackAfter(plan, step, now);
  }

  /**
   * Makes an abandoned changeset a part of its plan, as part of this transaction; returns whether
   * it was one, and held changes. The caller makes sure that it began with the files of the plan's
   * last step.
   */
  public static boolean adopt(Transaction transaction, ChangesetId id) {
    return new ChangeRows(transaction).adopt(id);
  }

  /** The net changes of a plan's completed steps; see {@link NetChanges}. */
  public List<Change> net(PlanId plan) {
    return net(plan, Integer.MAX_VALUE);
  }

  /** The net changes of the completed steps up to this one. */
  public List<Change> net(PlanId plan, int upToStep) {
    return NetChanges.of(entries(plan, upToStep).stream().map(ChangeEntry::change).toList());
  }
}
