package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEnd;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.Conversation;
import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.SubplanDraft;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.engine.tool.SpawnSubplansTool;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The calls by which a model splits its work. A call is repeated until its parts have ended: the
 * first time it creates them, and the plan waits without a job.
 *
 * <ul>
 *   <li>A split belongs to a call by its number in the conversation, its parts and the files that
 *       it begins with. So a call that is repeated after a crash creates nothing twice, and one
 *       that is made after a rollback never gets the results of other files.
 *   <li>A part that fails does not keep the results of the others from being merged.
 * </ul>
 */
final class SubplanCalls {

  private final ExecutionRun run;
  private final AgentRecord record;

  SubplanCalls(ExecutionRun run, AgentRecord record) {
    this.run = run;
    this.record = record;
  }

  /**
   * The split of this call, once its parts have ended.
   *
   * @throws SubplansNeededException if they have not
   * @throws OperationException if it cannot be carried out
   */
  Plan ended(SpawnSubplansTool.Arguments asked) throws InterruptedException {
    Work.BySubplans work = work(asked);
    Subplans.require(work);
    run.services()
        .database()
        .read(
            transaction -> {
              Subplans.requireLevel(transaction, run.plan(), work.rules());
              return work;
            });
    String name = "split " + (1 + earlierCalls());
    List<Target> targets = targets();
    Optional<SubplanRow> known =
        run.services().database().read(it -> known(name, work, targets, it));
    if (known.isEmpty()) {
      PlanId id = new PlanId(run.services().journal().nextId());
      for (Target target : targets) {
        keep(target, id);
      }
      throw new SubplansNeededException(new Subplans.Split(id, name, work, targets));
    }
    Progress progress = known.get().progress();
    if (progress == Progress.PLANNED || progress == Progress.RUNNING) {
      throw new SubplansNeededException(null);
    }
    return run.services().database().read(it -> new PlanRows(it).require(known.get().id()));
  }

  private Work.BySubplans work(SpawnSubplansTool.Arguments asked) {
    Plan plan = run.plan();
    SubplanDraft draft = new SubplanDraft(plan.kind().goal(), plan.brief().execution());
    SubplanRules rules = plan.brief().rules().subplans().with(mode(asked)).mergingTheRest();
    return new Work.BySubplans(
        asked.parts().stream()
            .map(
                it ->
                    draft.subplan(
                        new SubplanDraft.Part(it.name(), it.goal(), it.file(), it.needed(), null)))
            .toList(),
        asked.maxParallel() == null ? rules : rules.atMost(asked.maxParallel()),
        null);
  }

  private static SubplanRules.Mode mode(SpawnSubplansTool.Arguments asked) {
    if (asked.sequential()) {
      return SubplanRules.Mode.SEQUENTIAL;
    }
    return asked.parts().stream().allMatch(it -> it.needed().isEmpty())
        ? SubplanRules.Mode.PARALLEL
        : SubplanRules.Mode.DEPENDENCY_ORDERED;
  }

  private long earlierCalls() {
    return record.entries().stream()
        .filter(
            it ->
                it instanceof Answer answer && answer.call().tool().equals(SpawnSubplansTool.NAME))
        .count();
  }

  /** The targets with the files as they are now. */
  private List<Target> targets() throws InterruptedException {
    ResourceTrees now = run.sandboxes().look(run.token());
    List<Target> targets = new ArrayList<>();
    for (ResourceTrees.Part part : now.all()) {
      Name resource = Name.of(part.resource());
      boolean unchanged = run.sandboxes().of(resource).baseTree().equals(part.tree());
      run.plan().brief().targets().stream()
          .filter(it -> it.resource().name().equals(resource))
          .map(it -> unchanged ? it : it.on(part.tree().id()))
          .forEach(targets::add);
    }
    return targets;
  }

  /** Keeps the files that a split begins with, where its plan's own base does not. */
  private void keep(Target target, PlanId split) throws InterruptedException {
    if (!run.plan().brief().targets().contains(target)) {
      Sandbox sandbox = run.sandboxes().of(target.resource().name());
      sandbox.publishBase(new Tree(target.base()), split, run.token());
    }
  }

  private Optional<SubplanRow> known(
      String name, Work.BySubplans work, List<Target> targets, Transaction transaction) {
    return Subplans.of(transaction, run.plan()).stream()
        .filter(it -> it.name().equals(name))
        .filter(
            it -> {
              Plan plan = new PlanRows(transaction).require(it.id());
              return plan.brief().execution().equals(work)
                  && plan.brief().targets().equals(targets);
            })
        .findFirst();
  }

  /** What the model is told about a split that has ended. */
  ToolResult told(Plan split) {
    return run.services().database().read(transaction -> told(split, transaction));
  }

  private static ToolResult told(Plan split, Transaction transaction) {
    List<SubplanRow> parts = Subplans.of(transaction, split);
    long done = parts.stream().filter(it -> it.progress() == Progress.COMPLETE).count();
    String each =
        parts.stream()
            .map(it -> "- %s: %s".formatted(it.name(), told(it, transaction)))
            .collect(Collectors.joining("\n"));
    return switch (split.status().state()) {
      case COMPLETE ->
          ToolResult.read(
              "%d of %s done and merged; the files now have their changes"
                  .formatted(done, CountedNoun.of(parts.size(), "part")),
              each);
      case CANCELLED ->
          ToolResult.failed("The user cancelled the split; nothing of it was merged\n" + each);
      default ->
          ToolResult.failed(
              "Nothing of the split was merged: %s\n%s"
                  .formatted(lastError(split.id(), transaction), each));
    };
  }

  private static String told(SubplanRow part, Transaction transaction) {
    Plan plan = new PlanRows(transaction).require(part.id());
    return switch (part.progress()) {
      case COMPLETE ->
          "done, %s changed%s"
              .formatted(
                  CountedNoun.of(
                      plan.results().stream().mapToInt(Plan.Result::changed).sum(), "file"),
                  summary(plan, transaction).map(it -> ". " + it).orElse(""));
      case FAILED -> "failed: " + lastError(part.id(), transaction);
      case CANCELLED -> "cancelled";
      case PLANNED, RUNNING -> "not started, because another part did not succeed";
    };
  }

  private static Optional<String> summary(Plan part, Transaction transaction) {
    ConversationRows.Key key =
        new ConversationRows.Key(
            part.id(), part.status().counters().replans(), ConversationRows.EXECUTION);
    return new Conversation(new ConversationRows(transaction).of(key))
        .end()
        .map(AgentEnd::summary)
        .filter(it -> !it.isBlank());
  }

  private static String lastError(PlanId plan, Transaction transaction) {
    List<PlanError> errors = new PlanRows(transaction).errors(plan);
    return errors.isEmpty() ? "unknown" : AgentRecord.firstLine(errors.getLast().message());
  }
}
