package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.store.Database;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What plans ask people, and what these answer. An answer is one conditional write on the question
 * and on the plan's version, with its event, and with the job that goes on: of two that come at
 * once one holds, and the other is told so.
 */
public final class Approvals {

  private final Database database;
  private final PlanMover mover;
  private final PlanBooks books;

  Approvals(Database database, PlanMover mover, PlanBooks books) {
    this.database = database;
    this.mover = mover;
    this.books = books;
  }

  /** What is open, the oldest first, of one project or of all. */
  public List<Approval> open(@Nullable Name project, int limit) {
    return database.read(transaction -> ApprovalRows.allOpen(transaction, project, limit));
  }

  /** What a plan waits for a yes to, if anything. */
  public Optional<Approval> of(PlanId plan) {
    return database.read(transaction -> ApprovalRows.open(transaction, plan));
  }

  /**
   * Says yes to exactly this question; the plan goes on as soon as a worker takes it.
   *
   * @param by who says it
   * @throws PlanException if it was answered or withdrawn meanwhile
   */
  public Plan grant(Approval question, String by) {
    return goOn(
        question, new Answered("granted", by, null), standing -> goingOn(question, standing));
  }

  /**
   * Says no to exactly this question. A step that was asked about is not done, and the plan is
   * errored with the reason; a phase that was asked about stays where it is, and can be begun by a
   * person.
   *
   * @throws PlanException if it was answered or withdrawn meanwhile
   */
  public Plan deny(Approval question, String by, @Nullable String reason) {
    Answered no = new Answered("denied", by, reason);
    if (question.step() == null) {
      Plan plan = mover.require(question.plan());
      boolean stored =
          database.write(
              transaction -> books.approvals(transaction).answer(plan, question, no, null));
      if (!stored) {
        requireOpen(question);
      }
      return mover.require(question.plan());
    }
    return goOn(question, no, PlanLifecycle::answered);
  }

  /** Stores an answer with the move that it leads to and the job that goes on. */
  private Plan goOn(Approval question, Answered answered, UnaryOperator<Standing> move) {
    return mover.moveWithJob(
        question.plan(),
        _ -> false,
        before -> {
          requireOpen(question);
          return before.with(move.apply(before.standing()));
        },
        "%s was %s by %s".formatted(what(question), answered.answer(), answered.by()),
        (transaction, before) ->
            requireFirst(
                books
                    .approvals(transaction)
                    .answer(
                        before, question, answered, before.standing().counters().attempt() + 1)));
  }

  private static Standing goingOn(Approval question, Standing now) {
    return switch (question.gate()) {
      case "strategize" -> PlanLifecycle.resume(now);
      case "execute" -> PlanLifecycle.proceedTo(PlanPhase.EXECUTE, now);
      case "apply" -> PlanLifecycle.proceedTo(PlanPhase.APPLY, now);
      default -> PlanLifecycle.answered(now);
    };
  }

  private static String what(Approval question) {
    return question.step() == null ? question.gate() : "step " + question.step();
  }

  private void requireOpen(Approval question) {
    Optional<Answered> answer =
        database.read(transaction -> ApprovalRows.answer(transaction, question.id()));
    if (answer.isPresent()) {
      Answered first = answer.get();
      throw PlanException.conflict(
          "'%s' of plan %s was %s already, by %s; this answer came too late"
              .formatted(question.question(), question.plan(), first.answer(), first.by()),
          "agents plan status " + question.plan());
    }
  }

  /** In the transaction of the answer it only makes it look again. */
  private static void requireFirst(boolean stored) {
    if (!stored) {
      throw PlanException.conflict("Somebody else answered at the same moment", null);
    }
  }
}
