package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.ConflictPrediction;
import dev.cleveragents.engine.conflict.ConflictRows;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Resolved;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.ConflictText;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lists the conflicts between the results of subplans and stores how users resolve them. A plan
 * waits for that without a job; when its last conflict is resolved, a job merges again and puts the
 * chosen versions in.
 */
public final class PlanConflicts {

  private static final int MOST_PREDICTED = 1000;

  private final Database database;
  private final PlanMover mover;
  private final PlanJournal journal;

  PlanConflicts(Database database, PlanMover mover, PlanJournal journal) {
    this.database = database;
    this.mover = mover;
    this.journal = journal;
  }

  /** The conflicts of a plan, open and resolved, by path. */
  public List<PlanConflict> of(Plan plan) {
    return database.read(transaction -> rows(transaction, plan).all());
  }

  /**
   * The file in which a user resolves a conflict, with all sides between markers; empty if it is
   * not about lines of text.
   *
   * @throws OperationException if there is no such conflict
   */
  public Optional<ConflictText> text(
      Plan plan, String path, SandboxManager sandboxes, CancellationToken token)
      throws InterruptedException {
    PlanConflict conflict = find(of(plan), path);
    Target target =
        plan.brief().targets().stream()
            .filter(it -> it.resource().name().toString().equals(conflict.resource()))
            .findFirst()
            .orElseThrow();
    List<Plan> subplans = database.read(transaction -> complete(transaction, plan));
    return sandboxes
        .merges()
        .in(
            target.resource(),
            repository -> {
              Merged merged =
                  new Merger(repository)
                      .merge(
                          target.base(),
                          SubplanResults.of(subplans, target.resource().name()),
                          MergeStrategy.GIT_THREE_WAY,
                          token);
              for (Conflict each : merged.conflicts()) {
                if (each.path().equals(path)) {
                  return ConflictText.of(
                      each,
                      repository.contents(ConflictText.objects(each), token),
                      conflict.labels(names(subplans)));
                }
              }
              return Optional.empty();
            },
            token);
  }

  /** The complete subplans of a plan, in merge order. */
  public static List<Plan> complete(Transaction transaction, Plan plan) {
    return Subplans.of(transaction, plan).stream()
        .filter(it -> it.progress() == SubplanRow.Progress.COMPLETE)
        .map(it -> new PlanRows(transaction).require(it.id()))
        .toList();
  }

  /** What the last merge of a plan's subplans has put into its files; empty before the first. */
  public Optional<MergedSubplans> merged(Plan plan) {
    // An apply counts its steps from zero.
    int steps =
        plan.status().phase() == PlanPhase.APPLY
            ? Integer.MAX_VALUE
            : plan.status().counters().stepsDone();
    return database.read(it -> MergedSubplans.of(it, plan, steps));
  }

  /** The conflicts that the subplans of a plan were seen heading for, the oldest first. */
  public List<ConflictPrediction> predicted(Plan plan) {
    return predicted(journal.audit(), plan.id());
  }

  /** The same, from the log. */
  public static List<ConflictPrediction> predicted(AuditLog log, PlanId plan) {
    return log.tail(new EventFilter(plan, "conflict.predicted", null), MOST_PREDICTED).stream()
        .map(entry -> entry.event().data())
        .map(
            data ->
                new ConflictPrediction(
                    String.valueOf(data.get("resource")),
                    String.valueOf(data.get("path")),
                    String.valueOf(data.get("lines")),
                    PlanId.parse(String.valueOf(data.get("first"))),
                    PlanId.parse(String.valueOf(data.get("second")))))
        .toList();
  }

  /** The names of subplans, by their ids. */
  public static Map<PlanId, String> names(List<Plan> subplans) {
    return subplans.stream()
        .collect(
            Collectors.toMap(
                Plan::id, it -> Objects.requireNonNull(it.brief().part()).name(), (a, _) -> a));
  }

  /** The rows of a plan's present round. */
  public static ConflictRows rows(Transaction transaction, Plan plan) {
    return new ConflictRows(transaction, plan.id(), plan.status().counters().replans());
  }

  /**
   * Resolves a conflict.
   *
   * @param by the user
   * @throws OperationException if the plan does not wait for that, or has no such conflict
   */
  public Plan resolve(PlanId id, String path, ConflictChoice choice, String by) {
    Plan seen = mover.require(id);
    requireWaiting(seen);
    database.write(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan plan = moves.lock(id).orElse(seen);
          requireWaiting(plan);
          ConflictRows rows = rows(transaction, plan);
          PlanConflict conflict = find(rows.all(), path);
          requireFits(conflict, choice);
          rows.resolve(conflict, new Resolved(choice, by, journal.now()));
          journal.decide(
              transaction,
              id,
              DecisionContent.of(
                  DecisionType.USER_INTERVENTION,
                  "What becomes of %s, which is in conflict?".formatted(path),
                  choice.describe(),
                  "resolved by " + by));
          moves.append(
              "conflict.resolved",
              plan,
              AuditEvent.data("path", path, "choice", choice.describe(), "by", by));
          return plan;
        });
    return of(seen).stream().anyMatch(PlanConflict::isOpen) ? mover.require(id) : proceed(id);
  }

  private Plan proceed(PlanId id) {
    return mover.moveWithJob(
        id,
        plan -> !waits(plan),
        plan -> plan.with(PlanLifecycle.answered(plan.status())),
        "its conflicts are resolved",
        (_, _) -> {});
  }

  private static boolean waits(Plan plan) {
    return PlanStatus.CONFLICTS.equals(plan.status().waitsFor());
  }

  private static void requireWaiting(Plan plan) {
    if (!waits(plan)) {
      throw OperationException.conflict(
          "Plan %s is %s and has no open conflict".formatted(plan.id(), plan.status().stage()),
          NextAction.of(Verb.SHOW_PLAN, plan.id()));
    }
  }

  private static PlanConflict find(List<PlanConflict> all, String path) {
    return all.stream()
        .filter(it -> it.path().equals(path))
        .findFirst()
        .orElseThrow(
            () ->
                OperationException.notFound(
                    "There is no conflict in '%s'%s"
                        .formatted(
                            path,
                            NameSuggestion.to(path, all.stream().map(PlanConflict::path).toList())
                                .map(" (did you mean '%s'?)"::formatted)
                                .orElse("")),
                    null));
  }

  private static void requireFits(PlanConflict conflict, ConflictChoice choice) {
    if (choice instanceof ConflictChoice.Side(int number)
        && (number < 1 || number > conflict.detail().sides().size())) {
      throw OperationException.invalid(
          "The conflict in '%s' has no side %d; it has %d"
              .formatted(conflict.path(), number, conflict.detail().sides().size()));
    }
    if (choice instanceof ConflictChoice.Delegated
        && !List.of("content", "add_add", "delete_modify").contains(conflict.kind())) {
      throw OperationException.invalid(
          "The conflict in '%s' is not about lines of text; choose a side, or give the contents"
              .formatted(conflict.path()));
    }
    if (choice instanceof ConflictChoice.Version(PlanId subplan)
        && !conflict.subplans().contains(subplan)) {
      throw OperationException.invalid(
          "Plan %s has no part in the conflict in '%s'".formatted(subplan, conflict.path()));
    }
  }
}
