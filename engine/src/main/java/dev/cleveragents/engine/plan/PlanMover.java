package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.Unit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Moves plans that others may move at the same moment: looks, decides, and stores the move on
 * condition that nothing has changed since the look; if something has, it looks again. A move and
 * what it leads to, a job or a wish for the job that runs, are one transaction.
 */
final class PlanMover {

  private static final int MOST_TRIES = 20;

  private final Database database;
  private final DatabaseJobStore jobs;
  private final PlanBooks books;

  PlanMover(Database database, DatabaseJobStore jobs, PlanBooks books) {
    this.database = database;
    this.jobs = jobs;
    this.books = books;
  }

  /** What else is stored with a move. */
  interface Beside {
    void write(Transaction transaction, Plan before);
  }

  Plan require(PlanId id) {
    return database
        .read(transaction -> new PlanRows(transaction).get(id))
        .orElseThrow(() -> PlanException.notFound("There is no plan " + id, "agents plan list"));
  }

  /** Moves a plan, and says yes to what it asked. */
  Plan moveWithJob(
      PlanId id, Predicate<Plan> isThere, UnaryOperator<Standing> move, String reason) {
    return moveWithJob(
        id,
        isThere,
        before -> before.with(move.apply(before.standing())),
        reason,
        (transaction, before) -> books.approvals(transaction).grant(before));
  }

  /** Moves a plan and enqueues the job that goes on with it, unless it is there already. */
  Plan moveWithJob(
      PlanId id, Predicate<Plan> isThere, UnaryOperator<Plan> move, String reason, Beside beside) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before = require(id);
      if (isThere.test(before)) {
        return before;
      }
      Plan after = named(id, () -> move.apply(before));
      Effects stored =
          Unit.writing(
              transaction -> {
                books.moves(transaction).move(before, after, reason);
                beside.write(transaction, before);
              });
      try {
        // The job of this attempt is there already if somebody else made a move at the same moment:
        // then ours was not stored.
        if (jobs.enqueue(PlanJob.next(after), stored).created()) {
          return require(id);
        }
      } catch (PlanException | EffectsFailedException e) {
        requireConflict(e);
      }
    }
    throw busy(id);
  }

  /**
   * Stores a wish, and hands it to the job that works on the plan, if one does; whoever has that
   * job obeys.
   *
   * @param granted whether there is nothing left to wish for
   * @param check throws if the wish cannot be granted any more
   */
  Plan askOwner(
      PlanId id,
      UnaryOperator<Standing> move,
      String reason,
      Predicate<Plan> granted,
      Consumer<Transaction> check) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan plan = require(id);
      if (granted.test(plan)) {
        return plan;
      }
      Standing after = named(id, () -> move.apply(plan.standing()));
      // Looked at again in the transaction of the wish, where it only makes it try again.
      database.read(
          transaction -> {
            check.accept(transaction);
            return id;
          });
      try {
        if (askOwner(plan, after, reason, check)) {
          return require(id);
        }
      } catch (PlanException | EffectsFailedException e) {
        requireConflict(e);
      }
    }
    throw busy(id);
  }

  /** A refusal names the plan that was meant. */
  private static <T> T named(PlanId id, Supplier<T> move) {
    try {
      return move.get();
    } catch (PlanException e) {
      throw e.about(id);
    }
  }

  private boolean askOwner(Plan plan, Standing after, String reason, Consumer<Transaction> check) {
    Consumer<Transaction> wish =
        transaction -> {
          check.accept(transaction);
          books.moves(transaction).move(plan, after, reason);
        };
    JobId job = plan.job();
    if (plan.standing().state() == PlanState.PROCESSING && job != null) {
      return jobs.requestCancel(job, reason, Unit.writing(wish)) instanceof Move.Moved;
    }
    database.write(
        transaction -> {
          if (after.state() == PlanState.CANCELLED) {
            books.approvals(transaction).withdraw(plan);
          }
          wish.accept(transaction);
          return plan.id();
        });
    return true;
  }

  /** Somebody else was faster: that is a reason to look again, and the only one. */
  private static void requireConflict(RuntimeException thrown) {
    RuntimeException cause = thrown.getCause() instanceof PlanException inner ? inner : thrown;
    if (!(cause instanceof PlanException own) || own.kind() != PlanException.Kind.CONFLICT) {
      throw cause;
    }
  }

  private static PlanException busy(PlanId id) {
    return PlanException.conflict(
        "The plan %s is being moved by others all the time; try again".formatted(id), null);
  }
}
