package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.ArgumentRecord;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.JudgeTool;
import dev.cleveragents.engine.tool.ReviewTool;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.Patch;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The review and the invariant actor of a plan. They see the diff and read the files; what they
 * object to is handed to the execution actor like the finding of a check.
 */
final class ReviewAgents {

  private static final AgentLimits LIMITS = new AgentLimits(20, 80);
  private static final int MOST_DIFF = 120_000;

  /** How often the review actor may ask for changes. */
  private static final int MOST_REQUESTS = 2;

  private final ExecutionRun run;
  private final Reviews reviews;

  ReviewAgents(ExecutionRun run) {
    this.run = run;
    this.reviews = run.plan().brief().reviews();
  }

  /** What the actors object to on these files, which the checks have passed. */
  ValidationFindings objections(ResourceTrees trees) throws InterruptedException {
    List<CheckResult> failed = new ArrayList<>();
    if (reviews.review() instanceof Work.ByModel model) {
      review(model, trees, failed);
    }
    if (reviews.invariant() instanceof Work.ByModel model && !reviews.invariants().isEmpty()) {
      judge(model, trees, failed);
    }
    return new ValidationFindings(failed);
  }

  private void review(Work.ByModel model, ResourceTrees trees, List<CheckResult> failed)
      throws InterruptedException {
    PlanAgent agent =
        new PlanAgent(run, model, new PlanAgent.Role("review", BuiltInTools.FOR_REVIEW), LIMITS);
    for (Answer answer : answers(agent, trees)) {
      if (answer.call().tool().equals(ReviewTool.NAME)) {
        ReviewTool.Arguments given =
            ArgumentRecord.of(new ReviewTool()).readJson(answer.call().arguments());
        if (given.findings() != null && !given.verdict().equals("approve")) {
          int requests = agent.conversation().messages(Topic.TASK);
          if (requests > MOST_REQUESTS) {
            throw new PhaseFailedException(
                "review",
                "The review still asks for changes after %d rounds: %s"
                    .formatted(MOST_REQUESTS, String.join("; ", given.findings())),
                false,
                "Give guidance, then resume; or apply the result yourself after a look");
          }
          failed.add(finding("review", trees, String.join("\n", given.findings())));
        }
      }
    }
  }

  private void judge(Work.ByModel model, ResourceTrees trees, List<CheckResult> failed)
      throws InterruptedException {
    PlanAgent agent =
        new PlanAgent(
            run, model, new PlanAgent.Role("invariants", BuiltInTools.FOR_INVARIANTS), LIMITS);
    Map<Integer, JudgeTool.Arguments> verdicts = new TreeMap<>();
    for (Answer answer : answers(agent, trees)) {
      if (answer.call().tool().equals(JudgeTool.NAME)) {
        JudgeTool.Arguments given =
            ArgumentRecord.of(new JudgeTool()).readJson(answer.call().arguments());
        verdicts.put(given.invariant(), given);
      }
    }
    for (int i = 1; i <= reviews.invariants().size(); i++) {
      JudgeTool.Arguments verdict = verdicts.get(i);
      String rule = reviews.invariants().get(i - 1);
      run.recorder()
          .decidedFor(
              run.done() + 1,
              DecisionContent.of(
                  DecisionType.INVARIANT_ENFORCED,
                  rule,
                  verdict == null ? "unclear" : verdict.verdict(),
                  "the invariant actor judged it"));
      if (verdict != null && verdict.verdict().equals("violated")) {
        failed.add(finding("invariant " + i, trees, rule + "\n" + String.valueOf(verdict.where())));
      }
    }
  }

  /** Lets an agent look at the present result; returns the answers that it was given for that. */
  private List<Answer> answers(PlanAgent agent, ResourceTrees trees) throws InterruptedException {
    String mark = "Result " + trees.id();
    agent.begin();
    boolean told =
        agent.entriesSince(Topic.TASK).stream()
            .anyMatch(it -> it instanceof AgentEntry.Message told1 && told1.text().contains(mark));
    if (!told) {
      agent.tell(Topic.TASK, AgentTask.goal(run.plan()) + "\n" + mark + ":\n" + diff());
    }
    agent.work();
    return agent.entriesSince(Topic.TASK).stream()
        .filter(Answer.class::isInstance)
        .map(Answer.class::cast)
        .filter(answer -> !answer.failed())
        .toList();
  }

  private String diff() {
    ContentStore contents = new ContentStore(run.services().database());
    DiffBuilder differ = new DiffBuilder(contents::get);
    List<Change> changes = new Changesets(run.services().database()).net(run.plan().id());
    StringBuilder all = new StringBuilder();
    boolean several = run.plan().brief().targets().size() > 1;
    for (String resource : changes.stream().map(Change::resource).distinct().toList()) {
      if (several) {
        all.append("In the resource %s:\n".formatted(Name.of(resource).forPeople()));
      }
      all.append(
          Patch.forPeople(
              differ.diff(changes.stream().filter(it -> it.resource().equals(resource)).toList())));
    }
    String diff = all.toString();
    return diff.length() <= MOST_DIFF
        ? diff
        : diff.substring(0, MOST_DIFF) + "\n(the diff goes further; read the files)";
  }

  private static CheckResult finding(String name, ResourceTrees trees, String text) {
    return new CheckResult(name, true, trees.id(), false, "changes requested", text, Duration.ZERO);
  }
}
