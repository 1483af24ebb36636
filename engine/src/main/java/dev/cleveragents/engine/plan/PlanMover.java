package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Changeset;
import dev.cleveragents.workspace.change.Changesets;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Moves plans that other processes may move at the same moment, by optimistic concurrency: it reads
 * the plan, decides, and stores the move on condition that the plan is unchanged; otherwise it
 * starts again. A move and the job or cancel request that it causes are one transaction.
 */
final class PlanMover {

  private static final int MOST_TRIES = 20;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final PlanJournal journal;

  PlanMover(Database database, DatabaseJobStore jobs, PlanJournal journal) {
    this.database = database;
    this.jobs = jobs;
    this.journal = journal;
  }

  /** Further writes in the transaction of a move. */
  interface Beside {
    void write(Transaction transaction, Plan before);
  }

  Plan require(PlanId id) {
    return database.read(transaction -> new PlanRows(transaction).require(id));
  }

  /** Moves a plan as below, and grants its open approval request. */
  Plan moveWithJob(
      PlanId id, Predicate<Plan> reached, UnaryOperator<PlanStatus> move, String reason) {
    return moveWithJob(
        id,
        reached,
        before -> requireNotDenied(before).with(move.apply(before.status())),
        reason,
        (transaction, before) -> journal.approvals(transaction).grant(before));
  }

  /** How many steps of the plan's actor are done. */
  int stepsOfActor(Plan plan) {
    int done = plan.status().counters().stepsDone();
    return done
        - database.read(transaction -> new DecisionRows(transaction).stepsOfUser(plan.id(), done));
  }

  /**
   * How many steps of the work are done, also in an apply, which counts its own steps: those up to
   * the last one that changed files.
   */
  int stepsOfWork(Plan plan) {
    return plan.status().phase() != PlanPhase.APPLY
        ? plan.status().counters().stepsDone()
        : new Changesets(database)
            .of(plan.id()).stream()
                .filter(it -> it.status() == Changeset.Status.COMPLETE)
                .mapToInt(Changeset::step)
                .max()
                .orElse(0);
  }

  /** Refuses a move of a plan that was denied. */
  Plan requireNotDenied(Plan plan) {
    return database.read(
        transaction -> {
          ApprovalRows.requireNotDenied(transaction, plan);
          return plan;
        });
  }

  /**
   * Moves a plan and enqueues the job that continues it.
   *
   * @param reached whether the plan needs no move; it is then returned as it is
   * @param beside further writes in the same transaction
   */
  Plan moveWithJob(
      PlanId id, Predicate<Plan> reached, UnaryOperator<Plan> move, String reason, Beside beside) {
    return moveWithJob(id, reached, new Stretch(move, reason, PlanJob.Purpose.WORK), beside);
  }

  /** A move, and what the job that it enqueues is for. */
  record Stretch(UnaryOperator<Plan> move, String reason, PlanJob.Purpose purpose) {}

  Plan moveWithJob(PlanId id, Predicate<Plan> reached, Stretch stretch, Beside beside) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before = require(id);
      if (reached.test(before)) {
        return before;
      }
      Plan after = named(id, () -> stretch.move().apply(before));
      Effects stored =
          DatabaseUnit.writing(
              transaction -> {
                journal.moves(transaction).move(before, after, stretch.reason());
                beside.write(transaction, before);
              });
      try {
        // The job of this attempt is there already if another process moved it at the same moment:
        // then ours was not stored.
        if (jobs.enqueue(journal.job(after, stretch.purpose()), stored).created()) {
          return require(id);
        }
      } catch (OperationException | EffectsFailedException e) {
        requireConflict(e);
      }
    }
    throw busy(id);
  }

  /** Moves a plan that needs no job for that. */
  Plan move(PlanId id, UnaryOperator<Plan> move, String reason) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before = require(id);
      Plan after = named(id, () -> move.apply(before));
      try {
        return database.write(
            transaction -> journal.moves(transaction).move(before, after, reason));
      } catch (OperationException e) {
        requireConflict(e);
      }
    }
    throw busy(id);
  }

  /**
   * Stores a pause or cancel request and passes it to the job that works on the plan, if one does;
   * the worker that runs the job honours it.
   *
   * @param granted whether the request is already fulfilled
   * @param check throws if the request cannot be granted any more
   */
  Plan askOwner(
      PlanId id,
      UnaryOperator<PlanStatus> move,
      String reason,
      Predicate<Plan> granted,
      Consumer<Transaction> check) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan plan = require(id);
      if (granted.test(plan)) {
        return plan;
      }
      PlanStatus after = named(id, () -> move.apply(plan.status()));
      // Checked again in the transaction of the request, where a failure only causes a retry.
      database.read(
          transaction -> {
            check.accept(transaction);
            return id;
          });
      try {
        if (askOwner(plan, after, reason, check)) {
          return require(id);
        }
      } catch (OperationException | EffectsFailedException e) {
        requireConflict(e);
      }
    }
    throw busy(id);
  }

  /** A refusal names the plan that was meant. */
  private static <T> T named(PlanId id, Supplier<T> move) {
    try {
      return move.get();
    } catch (OperationException e) {
      throw e.about(id);
    }
  }

  private boolean askOwner(
      Plan plan, PlanStatus after, String reason, Consumer<Transaction> check) {
    Consumer<Transaction> request =
        transaction -> {
          check.accept(transaction);
          journal.moves(transaction).move(plan, after, reason);
        };
    JobId job = plan.job();
    if (plan.status().state() == PlanState.PROCESSING && job != null) {
      return jobs.requestCancel(job, reason, DatabaseUnit.writing(request))
          instanceof MoveResult.Moved;
    }
    database.write(
        transaction -> {
          if (after.state() == PlanState.CANCELLED) {
            journal.approvals(transaction).withdraw(plan);
          }
          request.accept(transaction);
          return plan.id();
        });
    return true;
  }

  /** Rethrows unless another process was faster, which is the only reason to try again. */
  private static void requireConflict(RuntimeException thrown) {
    RuntimeException cause = thrown.getCause() instanceof OperationException inner ? inner : thrown;
    if (!(cause instanceof OperationException own)
        || own.kind() != OperationException.Kind.CONFLICT) {
      throw cause;
    }
  }

  private static OperationException busy(PlanId id) {
    return OperationException.conflict(
        "Plan %s keeps being moved by other processes. Try again".formatted(id), null);
  }
}
