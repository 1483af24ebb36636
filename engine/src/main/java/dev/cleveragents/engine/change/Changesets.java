package dev.cleveragents.engine.change;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What plans did, for those who do not do it. Everything handed out is a value of the moment of the
 * read.
 */
public final class Changesets {

  private final Database database;

  public Changesets(Database database) {
    this.database = database;
  }

  /** The changeset of this id. */
  public Optional<Changeset> get(ChangesetId id) {
    return database.read(transaction -> new ChangeRows(transaction).get(id));
  }

  /** The changesets of a plan in the order of its steps, also those open and abandoned. */
  public List<Changeset> of(PlanId plan) {
    return database.read(transaction -> new ChangeRows(transaction).of(plan));
  }

  /** What a changeset holds, in order. */
  public List<ChangeEntry> entries(ChangesetId id) {
    return database.read(transaction -> new ChangeRows(transaction).entries(id));
  }

  /** What the completed changesets of a plan hold, step by step, in order. */
  public List<ChangeEntry> entries(PlanId plan) {
    return entries(plan, Integer.MAX_VALUE);
  }

  /** The same for the steps up to this one. */
  public List<ChangeEntry> entries(PlanId plan, int upToStep) {
    return database.read(transaction -> new ChangeRows(transaction).completed(plan, upToStep));
  }

  /** What the completed steps after this one come to. */
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
   * they hold is kept. Whoever calls it sees to it that nobody works on the plan.
   */
  public static void rollBackAfter(Transaction transaction, PlanId plan, int step, Instant now) {
    new ChangeRows(transaction).rollBackAfter(plan, step, now);
  }

  /** What the completed steps of a plan come to; see {@link NetChanges}. */
  public List<Change> net(PlanId plan) {
    return net(plan, Integer.MAX_VALUE);
  }

  /** What the completed steps up to this one come to. */
  public List<Change> net(PlanId plan, int upToStep) {
    return NetChanges.of(entries(plan, upToStep).stream().map(ChangeEntry::change).toList());
  }
}
