package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.ChangeEntry;
import dev.cleveragents.engine.change.Changeset;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.NetChanges;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.plan.Checkpoint.Reason;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The points that a plan can be put back to, and the way back.
 *
 * <p>A checkpoint is a row beside the recorded steps, not a copy of files: base and steps up to it
 * are what it stands for, in every resource. So putting a plan back is one transaction that takes
 * the later steps out of the plan, and whoever goes on rebuilds all of its sandboxes, in new
 * directories, from the steps that are left: all or none. Nothing that was recorded is deleted. It
 * is conditional on the plan's version; a plan that somebody works on is refused. Keeps nothing
 * itself.
 */
public final class Checkpoints {

  private static final int SHORTEST_ID_PART = 4;
  private static final int MOST_TRIES = 20;

  private final Database database;
  private final PlanBooks books;
  private final Changesets changesets;

  public Checkpoints(Database database, PlanBooks books) {
    this.database = database;
    this.books = books;
    this.changesets = new Changesets(database);
  }

  /** The points of a plan in the order of its steps; none of those it was put back from. */
  public List<Checkpoint> of(Plan plan) {
    int round = plan.standing().counters().replans();
    return database.read(transaction -> new CheckpointRows(transaction).of(plan.id(), round));
  }

  /**
   * The point that a person means by its id or by its first or last characters, at least four.
   *
   * @throws PlanException if there is none, or several
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
    String list = "agents plan checkpoints " + plan.id();
    if (meant.isEmpty()) {
      throw PlanException.notFound(
          "Plan %s has no checkpoint '%s'".formatted(plan.id(), idOrPart), list);
    }
    throw new PlanException(
        PlanException.Kind.INVALID,
        "'%s' fits %d checkpoints of the plan".formatted(idOrPart, meant.size()),
        "Give more of the id",
        list);
  }

  private static boolean isMeant(Checkpoint point, String part) {
    String id = point.id().toString();
    return id.startsWith(part) || id.endsWith(part);
  }

  /** What the steps done since a point come to. */
  public List<Change> since(Checkpoint point) {
    return changesets.netAfter(point.plan(), point.step());
  }

  /**
   * What a point keeps, to be shown or exported: of one before a tool everything that the plan had
   * done by then, of a failed step what that had changed.
   */
  public List<Change> keptBy(Checkpoint point) {
    return point.changeset() == null
        ? changesets.net(point.plan(), point.step())
        : NetChanges.of(
            changesets.entries(point.changeset()).stream().map(ChangeEntry::change).toList());
  }

  /**
   * What putting the plan back would take back; changes nothing.
   *
   * @throws PlanException if it cannot be put back there, as {@link #rollBack}
   */
  public Rollback preview(Plan plan, Checkpoint to) {
    requireWayBack(to);
    requireAllowed(plan, to);
    Map<Integer, Rollback.Step> byNumber = new HashMap<>();
    int last = plan.standing().phase() == PlanPhase.EXECUTE ? done(plan) : to.step();
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
    return plan.standing().counters().stepsDone();
  }

  /**
   * Puts a plan back: the steps after the point are taken out of it, in all of its resources or
   * none, what they decided is superseded, and the plan is held until somebody resumes it. What
   * they did stays on record.
   *
   * @return what was taken back
   * @throws PlanException if somebody works on the plan, it is over, it is not being carried out,
   *     or the point is not on its way any more; nothing is changed then
   */
  public Rollback rollBack(PlanId id, Checkpoint to) {
    requireWayBack(to);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Plan before =
          database
              .read(transaction -> new PlanRows(transaction).get(id))
              .orElseThrow(
                  () -> PlanException.notFound("There is no plan " + id, "agents plan list"));
      Rollback rollback = preview(before, to);
      if (store(before, to)) {
        return rollback;
      }
    }
    throw PlanException.conflict(
        "The plan %s is being moved by others all the time; try again".formatted(id), null);
  }

  private static void requireAllowed(Plan plan, Checkpoint to) {
    try {
      PlanLifecycle.rollBack(plan.standing(), to.step());
    } catch (PlanException e) {
      throw e.about(plan.id());
    }
  }

  private static void requireWayBack(Checkpoint to) {
    if (to.reason() == Reason.FAILED) {
      throw new PlanException(
          PlanException.Kind.INVALID,
          "Checkpoint %s is what a failed step has left, which is no part of the plan"
              .formatted(to.id()),
          "Export it as a patch, or go back to the checkpoint before that step",
          "agents plan checkpoints %s --patch %s".formatted(to.plan(), to.id()));
    }
  }

  /** Says whether the plan was still as it had been seen. */
  private boolean store(Plan before, Checkpoint to) {
    Plan after = before.with(PlanLifecycle.rollBack(before.standing(), to.step())).with(List.of());
    return database.write(
        transaction -> {
          PlanMoves moves = books.moves(transaction);
          boolean unmoved =
              moves
                  .keep(before.id())
                  .filter(stored -> version(stored) == version(before))
                  .isPresent();
          if (unmoved) {
            requireStillThere(transaction, before, to);
            takeBack(transaction, before, to);
            Plan moved = moves.move(before, after, "rolled back");
            moves.append(
                "plan.rolled_back",
                moved,
                Progress.data(
                    "checkpoint", to.id().toString(), "step", to.step(), "tree", to.trees().id()));
          }
          return unmoved;
        });
  }

  private static long version(Plan plan) {
    return plan.standing().counters().version();
  }

  private static void requireStillThere(Transaction transaction, Plan plan, Checkpoint to) {
    boolean there =
        new CheckpointRows(transaction)
            .of(plan.id(), plan.standing().counters().replans()).stream()
                .anyMatch(point -> point.id().equals(to.id()));
    if (!there) {
      throw PlanException.notFound(
          "Checkpoint %s is not on the way of plan %s any more".formatted(to.id(), plan.id()),
          "agents plan checkpoints " + plan.id());
    }
  }

  private void takeBack(Transaction transaction, Plan plan, Checkpoint to) {
    Instant now = books.now();
    Changesets.rollBackAfter(transaction, plan.id(), to.step(), now);
    SandboxManager.rollBackAll(transaction, plan.id(), now);
    new DecisionRows(transaction).supersedeAfter(plan.id(), to.step());
    new CheckpointRows(transaction).rollBackAfter(plan.id(), to.place(), now);
    books.approvals(transaction).withdraw(plan);
    books.approvals(transaction).expireAfter(plan, to.step());
  }
}
