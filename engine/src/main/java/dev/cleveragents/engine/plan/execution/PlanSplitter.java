package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.engine.plan.PlanLinkRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.execution.ResultBuilder.BuiltResult;
import dev.cleveragents.engine.plan.execution.ResultBuilder.Wanted;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.engine.plan.selection.SplitChanges;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.sandbox.source.PlanRefs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Splits a plan before it is applied in part. The plan keeps the chosen changes, as a tree of its
 * own that has passed the checks. The other changes become a successor plan that waits to be
 * applied on top. Both are stored by one write, so nothing is ever in neither.
 */
final class PlanSplitter {

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;

  PlanSplitter(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  /** The outcome of a split. */
  sealed interface SplitOutcome {

    /** This is the plan to apply now. */
    record Ready(Plan plan) implements SplitOutcome {}

    /** This part cannot be applied alone; the plan is unchanged. */
    record NotSplit(String message) implements SplitOutcome {}
  }

  SplitOutcome split(ChangeSelection selection) throws InterruptedException {
    List<Change> net = new Changesets(services.database()).net(plan.id());
    if (!selection.isFrom(net)) {
      return new SplitOutcome.NotSplit(
          "The plan's changes are no longer the ones that were chosen from; choose again");
    }
    ContentStore contents = new ContentStore(services.database());
    SplitChanges parts;
    try {
      parts = SplitChanges.of(DiffBuilder.on(contents).diff(net), selection);
    } catch (OperationException e) {
      return new SplitOutcome.NotSplit(String.valueOf(e.getMessage()));
    }
    if (parts.rest().isEmpty()) {
      return new SplitOutcome.Ready(plan);
    }
    List<Wanted> wanted = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      List<Change> chosen = parts.chosenIn(target.resource().name().toString());
      wanted.add(
          new Wanted(
              target,
              (sandbox, cancelled) ->
                  sandbox.rebuild(
                      chosen, hash -> parts.half(hash).or(() -> contents.get(hash)), cancelled)));
    }
    ResultBuilder builder = new ResultBuilder(services, plan, job, token);
    BuiltResult made = builder.make(wanted);
    if (!made.findings().none()) {
      return new SplitOutcome.NotSplit(
          "The chosen part alone (%s) fails required checks: %s"
              .formatted(selection.words(), made.findings().text().strip()));
    }
    Plan rest = rest(made, parts);
    Plan after =
        builder.store(
            made,
            parts.chosen(),
            new ResultBuilder.Event(
                "plan.split",
                AuditEvent.data("chosen", selection.words(), "rest", rest.id().toString())),
            context(rest.id())
                .only(1, parts.rest())
                .and(DatabaseUnit.writing(transaction -> store(rest, transaction))));
    keep(rest);
    return new SplitOutcome.Ready(after);
  }

  private PlanExecutionContext context(PlanId other) {
    return new PlanExecutionContext(
        services.database(), services.jobs(), services.journal().ids(), other, job.lease());
  }

  /** The plan of the changes that were not chosen: its work is done, on top of the chosen part. */
  private Plan rest(BuiltResult made, SplitChanges parts) {
    PlanId id = new PlanId(services.journal().nextId());
    List<Target> targets = new ArrayList<>();
    List<Plan.Result> results = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      String name = target.resource().name().toString();
      Plan.Result chosen =
          made.results().stream()
              .filter(it -> it.resource().equals(name))
              .findFirst()
              .orElseThrow();
      Plan.Result whole = plan.resultOf(target.resource()).orElseThrow();
      targets.add(target.on(chosen.tree()));
      results.add(new Plan.Result(name, whole.tree(), parts.restIn(name), List.of()));
    }
    Plan.Kind kind = plan.kind();
    return new Plan(
        id,
        new Plan.Kind(id, null, kind.project(), kind.action(), restOf(kind.goal()), kind.profile()),
        PlanStatus.carriedOut(),
        plan.brief().on(targets).with(Delivery.USUAL),
        null,
        results,
        new Plan.Times(services.now(), services.now()));
  }

  /**
   * Rebases plans that have the rest of an applied plan onto its commits, unless they have moved
   * meanwhile.
   *
   * @param commits the commit that was made in each git resource, by the resource's name
   */
  static void rebaseRest(PlanTransaction moves, Plan applied, Map<String, String> commits) {
    for (PlanLink link : new PlanLinkRows(moves.transaction()).of(applied.id())) {
      if (link.kind() == PlanLink.Kind.REST_OF && link.other().equals(applied.id())) {
        moves
            .lock(link.plan())
            .filter(rest -> rest.status().stage().equals(PlanStatus.carriedOut().stage()))
            .ifPresent(rest -> rebase(moves, rest, applied, commits));
      }
    }
  }

  private static void rebase(
      PlanTransaction moves, Plan rest, Plan applied, Map<String, String> commits) {
    List<Target> targets = new ArrayList<>();
    for (Target target : rest.brief().targets()) {
      String commit = commits.get(target.resource().name().toString());
      boolean fits =
          applied
              .resultOf(target.resource())
              .filter(result -> result.tree().equals(target.base()))
              .isPresent();
      targets.add(commit != null && fits ? target.on(commit) : target);
    }
    if (!targets.equals(rest.brief().targets())) {
      ResultBuilder.restate(
          moves,
          rest,
          rest.with(rest.brief().on(targets)),
          new ResultBuilder.Event(
              "plan.follows", AuditEvent.data("applied", applied.id().toString())));
    }
  }

  private static String restOf(String goal) {
    return goal.endsWith(", the rest") ? goal : goal.strip() + ", the rest";
  }

  private void store(Plan rest, Transaction transaction) {
    PlanJournal journal = services.journal();
    journal.moves(transaction).make(rest);
    journal.decide(
        transaction,
        rest.id(),
        DecisionContent.of(
            DecisionType.PROMPT_DEFINITION,
            "What is to be done?",
            rest.kind().goal(),
            "requested by the user: the remaining changes of plan %s".formatted(plan.id())));
    journal.approvals(transaction).ask(rest, ApprovalRequest.before(PlanPhase.APPLY));
    new PlanLinkRows(transaction)
        .add(new PlanLink(rest.id(), PlanLink.Kind.REST_OF, plan.id()), services.now());
    new ValidationRows(transaction)
        .share(plan.id(), rest.id(), ResultPublisher.tree(rest.results()).id(), journal::nextId);
    new ChangeSelectionRows(transaction).clear(plan.id());
  }

  /** Keeps the rest by refs of its own; until then the refs of the first plan keep it. */
  private void keep(Plan rest) throws InterruptedException {
    for (Target target : rest.brief().targets()) {
      new PlanRefs(services.sandboxes().repositoryOf(target.resource()))
          .keep(
              rest.id(),
              target.base(),
              rest.resultOf(target.resource()).orElseThrow().tree(),
              token);
    }
  }
}
