package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The questions of plans and their answers. An answer is one conditional write on the question and
 * on the plan's version, together with its event and the job that continues. Of two answers at once
 * one is stored; the other gets a conflict.
 */
public final class Approvals {

  private final Database database;
  private final PlanMover mover;
  private final PlanJournal journal;

  Approvals(Database database, PlanMover mover, PlanJournal journal) {
    this.database = database;
    this.mover = mover;
    this.journal = journal;
  }

  /** The open questions, oldest first, of one project or of all. */
  public List<Approval> open(@Nullable Name project, int limit) {
    return database.read(transaction -> ApprovalRows.allOpen(transaction, project, limit));
  }

  /** The open question of a plan, if there is one. */
  public Optional<Approval> of(PlanId plan) {
    return database.read(transaction -> ApprovalRows.open(transaction, plan));
  }

  /**
   * Approves exactly this question; the plan continues as soon as a worker claims it.
   *
   * @param by the user who answers
   * @throws OperationException if it was answered or withdrawn meanwhile
   */
  public Plan grant(Approval question, String by) {
    return grant(question, by, null);
  }

  /**
   * The same with the words of the answer, for a question of an agent.
   *
   * @param words null if the user has only agreed
   */
  public Plan grant(Approval question, String by, @Nullable String words) {
    return storeAnswer(
        question, new Answered("granted", by, words), status -> afterGrant(question, status));
  }

  /**
   * Says no to exactly this question. A step that was asked about is not done, and the plan is
   * errored with the reason; a phase that was asked about stays where it is, and can be begun by a
   * person.
   *
   * @throws OperationException if it was answered or withdrawn meanwhile
   */
  public Plan deny(Approval question, String by, @Nullable String reason) {
    Answered no = new Answered("denied", by, reason);
    if (question.step() == null) {
      Plan plan = mover.require(question.plan());
      boolean stored =
          database.write(
              transaction -> journal.approvals(transaction).answer(plan, question, no, null));
      if (!stored) {
        requireOpen(question);
      }
      return mover.require(question.plan());
    }
    return storeAnswer(question, no, PlanLifecycle::answered);
  }

  /** Who has denied the phase of a plan, and why; empty if it was not denied. */
  public Optional<Answered> denial(PlanId plan) {
    return database.read(
        transaction ->
            ApprovalRows.denied(transaction, plan)
                .flatMap(denied -> ApprovalRows.answer(transaction, denied.id())));
  }

  /** Who has denied the step of a plan that is next, and why; empty if it was not denied. */
  public Optional<Answered> denialOfStep(Plan plan) {
    int next = plan.status().counters().stepsDone() + 1;
    return database.read(
        transaction ->
            ApprovalRows.deniedStep(transaction, plan.id(), next)
                .flatMap(denied -> ApprovalRows.answer(transaction, denied.id())));
  }

  /**
   * Grants what was denied.
   *
   * @param by the user who insists
   * @throws OperationException if nothing was denied, or if the reason is blank
   */
  public Plan override(PlanId id, String by, String reason) {
    if (reason.isBlank()) {
      throw OperationException.invalid("Say why the denial is overridden; the reason is recorded");
    }
    Approval denied =
        database
            .read(transaction -> ApprovalRows.denied(transaction, id))
            .orElseThrow(
                () ->
                    OperationException.conflict(
                        "Nothing of plan %s was denied".formatted(id),
                        NextAction.of(Verb.SHOW_PLAN, id)));
    return mover.moveWithJob(
        id,
        _ -> false,
        before -> before.with(afterGrant(denied, before.status())),
        "the denial was overridden by " + by,
        (transaction, before) ->
            requireFirst(journal.approvals(transaction).override(before, denied, by, reason)));
  }

  /** Stores an answer with the move that it causes and the job that continues. */
  private Plan storeAnswer(Approval question, Answered answered, UnaryOperator<PlanStatus> move) {
    return mover.moveWithJob(
        question.plan(),
        _ -> false,
        before -> {
          requireOpen(question);
          return before.with(move.apply(before.status()));
        },
        "%s was %s by %s".formatted(what(question), answered.answer(), answered.givenBy()),
        (transaction, before) ->
            requireFirst(
                journal
                    .approvals(transaction)
                    .answer(before, question, answered, before.status().counters().attempt() + 1)));
  }

  private static PlanStatus afterGrant(Approval question, PlanStatus now) {
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
      throw OperationException.conflict(
          "'%s' of plan %s was %s already, by %s; this answer came too late"
              .formatted(question.question(), question.plan(), first.answer(), first.givenBy()),
          NextAction.of(Verb.SHOW_PLAN, question.plan()));
    }
  }

  /** In the transaction of the answer it only makes it look again. */
  private static void requireFirst(boolean stored) {
    if (!stored) {
      throw OperationException.conflict("Another user answered at the same moment", null);
    }
  }
}
