package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.apply.ApplyOutcome.MovedTarget;
import dev.cleveragents.engine.apply.ApplyOutcome.TargetMoved;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.NetChanges;
import dev.cleveragents.engine.change.Origin;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.plan.Remaking.Made;
import dev.cleveragents.engine.plan.Remaking.Wanted;
import dev.cleveragents.engine.sandbox.Captured;
import dev.cleveragents.engine.sandbox.PlanRefs;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes a plan to where its branches are now: what it came to was merged with them, and the merge
 * is checked like the work itself before it takes the place of the result. Only then is it stored,
 * with the commits it was merged with as the new bases.
 */
final class Following {

  private static final int MOST_NAMED = 5;
  private static final int SHORT_ID = 10;

  private final Workshop workshop;
  private final AsyncJob job;
  private final CancellationToken token;

  Following(Workshop workshop, AsyncJob job, CancellationToken token) {
    this.workshop = workshop;
    this.job = job;
    this.token = token;
  }

  /** What came of it. */
  sealed interface Outcome {

    /** The plan now begins where the branches are, and changes exactly what was shown. */
    record AsShown(Plan plan) implements Outcome {}

    /**
     * The plan now begins where the branches are, and changes something else than was shown.
     *
     * @param what in words what moved, and which paths differ
     */
    record Differs(Plan plan, String what) implements Outcome {}

    /** Required checks fail on the merged files; the plan is as it was. */
    record Fails(String what, Findings findings) implements Outcome {}
  }

  Outcome follow(Plan plan, TargetMoved moved) throws InterruptedException {
    String what = words(plan, moved);
    Remaking remaking = new Remaking(workshop, plan, job, token);
    Made made = remaking.make(wanted(plan, moved));
    if (!made.findings().none()) {
      return new Outcome.Fails(what, made.findings());
    }
    List<Change> shown = new Changesets(workshop.database()).net(plan.id());
    List<Change> now = made.changes().stream().map(Captured::change).toList();
    boolean same = NetChanges.areSame(shown, now);
    Plan after =
        remaking.store(
            made,
            same ? null : Remaking.recorded(made.changes(), new Origin("merge", "apply", "system")),
            new Remaking.Event(
                "apply.merged", Progress.data("moved", what, "same", same, "changed", now.size())),
            Effects.none());
    forget(plan, moved);
    return same
        ? new Outcome.AsShown(after)
        : new Outcome.Differs(after, what + "; " + differing(NetChanges.differing(shown, now)));
  }

  private static List<Wanted> wanted(Plan plan, TargetMoved moved) {
    List<Wanted> wanted = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      Optional<MovedTarget> there = of(target, moved);
      wanted.add(
          there.isPresent()
              ? new Wanted(target.on(there.get().base()), Remaking.with(there.get().tree()))
              : new Wanted(target, Remaking.asResultOf(plan, target)));
    }
    return wanted;
  }

  private static Optional<MovedTarget> of(Target target, TargetMoved moved) {
    return moved.targets().stream()
        .filter(it -> it.resource().equals(target.resource().name()))
        .findFirst();
  }

  private static String words(Plan plan, TargetMoved moved) {
    List<String> words = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      of(target, moved)
          .ifPresent(
              there ->
                  words.add(
                      "%s of %s went from %s to %s"
                          .formatted(
                              target.branch(),
                              target.resource().name().forPeople(),
                              brief(target.base()),
                              brief(there.base()))));
    }
    return String.join(", ", words);
  }

  private static String brief(String commit) {
    return commit.substring(0, SHORT_ID);
  }

  private static String differing(List<String> paths) {
    String named = paths.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return paths.size() > MOST_NAMED
        ? "%s and %d more".formatted(named, paths.size() - MOST_NAMED)
        : named;
  }

  /** The result has a ref of its own now. */
  private void forget(Plan plan, TargetMoved moved) throws InterruptedException {
    for (Target target : plan.brief().targets()) {
      if (of(target, moved).isPresent()) {
        new PlanRefs(workshop.sandboxes().repositoryOf(target.resource()))
            .forgetMerged(plan.id(), token);
      }
    }
  }
}
