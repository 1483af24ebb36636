package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.PlanExecutionContext;
import dev.cleveragents.engine.change.diff.Differ;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.plan.Remaking.Made;
import dev.cleveragents.engine.plan.Remaking.Wanted;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.engine.sandbox.PlanRefs;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes two plans of one before it is applied in part: the plan itself comes to what was chosen, as
 * a tree of its own that has passed the checks, and what was not chosen becomes a successor that
 * waits to be applied on top. Both are stored by one write, so nothing is ever in neither.
 */
final class Splitting {

  private final Workshop workshop;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;

  Splitting(Workshop workshop, Plan plan, AsyncJob job, CancellationToken token) {
    this.workshop = workshop;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  /** What came of it. */
  sealed interface Outcome {

    /** This is the plan to apply now. */
    record Ready(Plan plan) implements Outcome {}

    /** It cannot be chosen so; the plan is as it was. */
    record Refused(String message) implements Outcome {}
  }

  Outcome split(Selection selection) throws InterruptedException {
    List<Change> net = new Changesets(workshop.database()).net(plan.id());
    if (!selection.isFrom(net)) {
      return new Outcome.Refused(
          "What the plan changes is not what was chosen from any more; choose again");
    }
    ContentStore contents = new ContentStore(workshop.database());
    Parts parts;
    try {
      parts = Parts.of(Differ.on(contents).diff(net), selection);
    } catch (PlanException e) {
      return new Outcome.Refused(String.valueOf(e.getMessage()));
    }
    if (parts.rest().isEmpty()) {
      return new Outcome.Ready(plan);
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
    Remaking remaking = new Remaking(workshop, plan, job, token);
    Made made = remaking.make(wanted);
    if (!made.findings().none()) {
      return new Outcome.Refused(
          "The chosen part alone (%s) fails required checks: %s"
              .formatted(selection.words(), made.findings().text().strip()));
    }
    Plan rest = rest(made, parts);
    Plan after =
        remaking.store(
            made,
            parts.chosen(),
            new Remaking.Event(
                "plan.split",
                Progress.data("chosen", selection.words(), "rest", rest.id().toString())),
            context(rest.id())
                .only(1, parts.rest())
                .and(Unit.writing(transaction -> store(rest, transaction))));
    keep(rest);
    return new Outcome.Ready(after);
  }

  private PlanExecutionContext context(PlanId other) {
    return new PlanExecutionContext(
        workshop.database(), workshop.jobs(), workshop.books().ids(), other, job.lease());
  }

  /** The plan of what was not chosen: its work is done, on what the chosen part makes. */
  private Plan rest(Made made, Parts parts) {
    PlanId id = new PlanId(workshop.books().nextId());
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
      targets.add(
          target.on(
              target.resource().type() == ResourceType.GIT_CHECKOUT
                  ? chosen.commit()
                  : chosen.tree()));
      results.add(new Plan.Result(name, whole.tree(), whole.commit(), parts.restIn(name)));
    }
    Plan.Kind kind = plan.kind();
    return new Plan(
        id,
        new Plan.Kind(id, null, kind.project(), kind.action(), restOf(kind.goal()), kind.profile()),
        Standing.carriedOut(),
        plan.brief().on(targets),
        null,
        results,
        new Plan.Times(workshop.now(), workshop.now()));
  }

  private static String restOf(String goal) {
    return goal.endsWith(", the rest") ? goal : goal.strip() + ", the rest";
  }

  private void store(Plan rest, Transaction transaction) {
    PlanBooks books = workshop.books();
    books.moves(transaction).make(rest);
    books.decide(
        transaction,
        rest.id(),
        Choice.of(
            DecisionType.PROMPT_DEFINITION,
            "What is to be done?",
            rest.kind().goal(),
            "a person chose a part of plan %s; this is what was left".formatted(plan.id())));
    books.approvals(transaction).ask(rest, Question.before(PlanPhase.APPLY));
    new LinkRows(transaction)
        .add(new PlanLink(rest.id(), PlanLink.Kind.REST_OF, plan.id()), workshop.now());
    new ValidationRows(transaction)
        .share(plan.id(), rest.id(), Results.tree(rest.results()).id(), books::nextId);
    new SelectionRows(transaction).clear(plan.id());
  }

  /** By refs of its own; until then the first plan's keeps all of it. */
  private void keep(Plan rest) throws InterruptedException {
    for (Target target : rest.brief().targets()) {
      new PlanRefs(workshop.sandboxes().repositoryOf(target.resource()))
          .keep(
              rest.id(),
              target.base(),
              rest.resultOf(target.resource()).orElseThrow().commit(),
              token);
    }
  }
}
