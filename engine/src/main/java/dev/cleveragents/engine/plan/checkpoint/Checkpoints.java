package dev.cleveragents.engine.plan.checkpoint;

import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changeset;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.NetChanges;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the checkpoints of plans and rolls plans back to them. Stateless.
 *
 * <p>A checkpoint is a row beside the recorded steps, not a copy of files: it stands for the base
 * and the steps up to it, in every resource. A rollback is therefore one transaction that removes
 * the later steps from the plan; the next worker rebuilds all sandboxes from the remaining steps,
 * in new directories. Nothing that was recorded is deleted. The rollback is conditional on the
 * plan's version, and refused while a worker processes the plan.
 */
public final class Checkpoints {

  private static final int SHORTEST_ID_PART = 4;
  private static final int MOST_TRIES = 20;

  private final Database database;
  private final PlanJournal journal;
  private final Changesets changesets;

  public Checkpoints(Database database, PlanJournal journal) {
    this.database = database;
    this.journal = journal;
    this.changesets = new Changesets(database);
  }

  /** The checkpoints of a plan in the order of its steps, without those that were rolled back. */
  public List<Checkpoint> of(Plan plan) {
    int round = plan.status().counters().replans();
    return database.read(transaction -> new CheckpointRows(transaction).of(plan.id(), round));
  }

  /**
   * The point that a person means by its id or by its first or last characters, at least four.
   *
   * @throws OperationException if there is none, or several
   */
  public Checkpoint find(Plan plan, String idOrPart) {
    String part = idOrPart.toUpperCase(Locale.ROOT);
    List<Checkpoint> meant =
        part.length() < SHORTEST_ID_PART
            ? List.of()
            : of(plan).stream().filter(point -> isMeant(point, part)).toList();
    if (meant.size() == 1) {
      return meant.getFirst();
    }
    NextAction list = NextAction.of(Verb.LIST_CHECKPOINTS, plan.id());
    if (meant.isEmpty()) {
      throw OperationException.notFound(
          "Plan %s has no checkpoint '%s'".formatted(plan.id(), idOrPart), list);
    }
    throw new OperationException(
        OperationException.Kind.INVALID,
        "'%s' fits %d checkpoints of the plan".formatted(idOrPart, meant.size()),
        "Give more of the id",
        list);
  }

  /**
   * The point to go back to if a decision of the work was wrong: the last one before its step, or
   * else the first one of the work.
   *
   * @param idOrPart the id of the decision, or its first or last characters, at least four
   * @throws OperationException if there is no such decision, or no point
   */
  public Checkpoint before(Plan plan, String idOrPart) {
    String part = idOrPart.toUpperCase(Locale.ROOT);
    NextAction tree = NextAction.of(Verb.SHOW_PLAN, plan.id());
    List<Decision> meant =
        database.read(transaction -> new DecisionRows(transaction).of(plan.id())).stream()
            .filter(it -> part.length() >= SHORTEST_ID_PART && !it.superseded())
            .filter(it -> it.id().toString().startsWith(part) || it.id().toString().endsWith(part))
            .toList();
    if (meant.size() != 1) {
      throw OperationException.notFound(
          meant.isEmpty()
              ? "Plan %s has no decision '%s'".formatted(plan.id(), idOrPart)
              : "'%s' fits %d decisions of the plan".formatted(idOrPart, meant.size()),
          tree);
    }
    int step =
        database
            .read(transaction -> new DecisionRows(transaction).stepOf(meant.getFirst().id()))
            .orElse(0);
    List<Checkpoint> points =
        of(plan).stream().filter(point -> point.reason() == Reason.BEFORE_TOOL).toList();
    return points.stream()
        .filter(point -> point.step() < step)
        .max(Comparator.comparingInt(Checkpoint::step))
        .or(() -> points.stream().min(Comparator.comparingInt(Checkpoint::step)))
        .orElseThrow(
            () ->
                OperationException.conflict(
                    "Plan %s has changed nothing yet, so there is nothing to revert"
                        .formatted(plan.id()),
                    tree));
  }

  private static boolean isMeant(Checkpoint point, String part) {
    String id = point.id().toString();
    return id.startsWith(part) || id.endsWith(part);
  }

  /** The net changes of the steps since a point. */
  public List<Change> since(Checkpoint point) {
    return changesets.netAfter(point.plan(), point.step());
  }

  /**
   * The changes that a point keeps, to be shown or exported: for a point before a tool all changes
   * of the plan until then, for a failed step the changes of that step.
   */
  public List<Change> keptBy(Checkpoint point) {
    return point.changeset() == null
        ? changesets.net(point.plan(), point.step())
        : NetChanges.of(
            changesets.entries(point.changeset()).stream().map(ChangeEntry::change).toList());
  }

  /** The net changes of the unfinished step that is next, if any are on record. */
  public Optional<List<Change>> partial(Plan plan) {
    return of(plan).stream()
        .filter(point -> point.step() == done(plan) && point.changeset() != null)
        .reduce((_, last) -> last)
        .map(this::keptBy)
        .filter(changes -> !changes.isEmpty());
  }

  /**
   * Previews a rollback; changes nothing.
   *
   * @throws OperationException as {@link #rollBack}
   */
  public Rollback preview(Plan plan, Checkpoint to) {
    requireWayBack(to);
    requireAllowed(plan, to);
    Map<Integer, Rollback.Step> byNumber = new HashMap<>();
    int last = plan.status().phase() == PlanPhase.EXECUTE ? done(plan) : to.step();
    for (Changeset changeset : changesets.of(plan.id())) {
      if (changeset.status() == Changeset.Status.COMPLETE && changeset.step() > to.step()) {
        List<Change> changes =
            changesets.entries(changeset.id()).stream().map(ChangeEntry::change).toList();
        byNumber.put(changeset.step(), new Rollback.Step(changeset.step(), "", changes));
        last = Math.max(last, changeset.step());
      }
    }
    Map<Integer, String> words = new HashMap<>();
    of(plan).stream()
        .filter(point -> point.reason() == Reason.BEFORE_TOOL)
        .forEach(point -> words.put(point.step() + 1, point.what()));
    List<Rollback.Step> steps = new ArrayList<>();
    for (int number = to.step() + 1; number <= last; number++) {
      Rollback.Step step = byNumber.get(number);
      steps.add(
          new Rollback.Step(
              number, words.getOrDefault(number, ""), step == null ? List.of() : step.changes()));
    }
    return new Rollback(to, steps, since(to));
  }

  private static int done(Plan plan) {
    return plan.status().counters().stepsDone();
  }

  /**
   * Rolls a plan back: removes the steps after the checkpoint from it, in all of its resources or
   * none, supersedes their decisions, and holds the plan until it is resumed. Their changes stay on
   * record.
   *
   * @return the steps and changes that were undone
   * @throws OperationException if a worker processes the plan, it has ended, it is not being
   *     executed, or the checkpoint was rolled back; then nothing is changed
   */
  public Rollback rollBack(PlanId id, Checkpoint to) {
    requireWayBack(to);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before = database.read(transaction -> new PlanRows(transaction).require(id));
      Rollback rollback = preview(before, to);
      if (store(before, to)) {
        return rollback;
      }
    }
    throw OperationException.conflict(
        "Plan %s keeps being moved by other processes. Try again".formatted(id), null);
  }

  private static void requireAllowed(Plan plan, Checkpoint to) {
    try {
      PlanLifecycle.rollBack(plan.status(), to.step());
    } catch (OperationException e) {
      throw e.about(plan.id());
    }
  }

  private static void requireWayBack(Checkpoint to) {
    if (to.reason() != Reason.BEFORE_TOOL) {
      throw new OperationException(
          OperationException.Kind.INVALID,
          "Checkpoint %s holds the changes of an unfinished step; they are not part of the plan"
              .formatted(to.id()),
          "Export it as a patch, or go back to the checkpoint before that step",
          NextAction.of(Verb.SAVE_CHECKPOINT, to.plan(), to.id()));
    }
  }

  /** Stores the rollback, unless the plan has moved; returns whether it did. */
  private boolean store(Plan before, Checkpoint to) {
    Plan after = before.with(PlanLifecycle.rollBack(before.status(), to.step())).with(List.of());
    return database.write(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          boolean unmoved =
              moves
                  .lock(before.id())
                  .filter(stored -> version(stored) == version(before))
                  .isPresent();
          if (unmoved) {
            requireStillThere(transaction, before, to);
            takeBack(transaction, before, to);
            Plan moved = moves.move(before, after, "rolled back");
            moves.append(
                "plan.rolled_back",
                moved,
                AuditEvent.data(
                    "checkpoint", to.id().toString(), "step", to.step(), "tree", to.trees().id()));
          }
          return unmoved;
        });
  }

  private static long version(Plan plan) {
    return plan.status().counters().version();
  }

  private static void requireStillThere(Transaction transaction, Plan plan, Checkpoint to) {
    boolean there =
        new CheckpointRows(transaction)
            .of(plan.id(), plan.status().counters().replans()).stream()
                .anyMatch(point -> point.id().equals(to.id()));
    if (!there) {
      throw OperationException.notFound(
          "Plan %2$s has been rolled back from checkpoint %1$s, or replanned since"
              .formatted(to.id(), plan.id()),
          NextAction.of(Verb.LIST_CHECKPOINTS, plan.id()));
    }
  }

  private void takeBack(Transaction transaction, Plan plan, Checkpoint to) {
    Instant now = journal.now();
    Changesets.rollBackAfter(transaction, plan.id(), to.step(), now);
    SandboxManager.rollBackAll(transaction, plan.id(), now);
    new DecisionRows(transaction).supersedeAfter(plan.id(), to.step());
    new ConversationRows(transaction).rollBackAfter(plan.id(), to.place().round(), to.step(), now);
    new CheckpointRows(transaction).rollBackAfter(plan.id(), to.place(), now);
    journal.approvals(transaction).withdraw(plan);
    journal.approvals(transaction).expireAfter(plan, to.step());
  }

  /**
   * Makes what the unfinished step of a plan has left a step of its own, on top of which the plan
   * continues when it is resumed.
   *
   * @throws OperationException if nothing of an unfinished step is on record, or the plan is not
   *     paused or errored in its work
   */
  public Plan keepPartial(PlanId id) {
    return database.write(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan plan = moves.lock(id).orElseGet(() -> new PlanRows(transaction).require(id));
          if (plan.status().phase() != PlanPhase.EXECUTE
              || !PlanLifecycle.allowsReopening(plan.status())) {
            throw OperationException.conflict(
                "Plan %s is %s and has no partial result to keep"
                    .formatted(id, plan.status().stage()),
                NextAction.of(Verb.SHOW_PLAN, id));
          }
          PlanStatus.Counters counters = plan.status().counters();
          Checkpoint left =
              new CheckpointRows(transaction)
                  .of(id, counters.replans()).stream()
                      .filter(point -> point.step() == counters.stepsDone())
                      .filter(point -> point.changeset() != null)
                      .reduce((_, last) -> last)
                      .orElseThrow(() -> nothingLeft(plan));
          if (left.changeset() == null || !Changesets.adopt(transaction, left.changeset())) {
            throw nothingLeft(plan);
          }
          int step = counters.stepsDone() + 1;
          journal.decide(
              transaction,
              id,
              DecisionContent.of(
                  DecisionType.PARTIAL_KEPT,
                  "Continue with what the unfinished step has left?",
                  "yes: " + left.what(),
                  "the user asked for it"),
              step);
          Plan after = moves.stepDone(plan, step);
          moves.append(
              "step.done", after, AuditEvent.data("step", step, "what", "partial: " + left.what()));
          return after;
        });
  }

  private static OperationException nothingLeft(Plan plan) {
    return new OperationException(
        OperationException.Kind.CONFLICT,
        "The unfinished step of plan %s has left no recorded changes".formatted(plan.id()),
        "Resume it without them. What a killed process has left is in its sandbox only",
        NextAction.of(Verb.RESUME_PLAN, plan.id()));
  }
}
