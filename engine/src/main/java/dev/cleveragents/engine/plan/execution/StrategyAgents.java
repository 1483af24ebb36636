package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.ArgumentRecord;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.EstimateTool;
import dev.cleveragents.engine.tool.ProposeSplitTool;
import dev.cleveragents.engine.tool.ProposeTool;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.OperationException;
import java.util.List;
import java.util.Optional;

/**
 * The first phase of a plan whose strategy or estimation actor is a language model. They read a
 * sandbox of the project and have no tool that writes. The execute phase continues in the sandbox.
 */
final class StrategyAgents {

  /** A plan that needs more is not worth its price. */
  private static final AgentLimits LIMITS = new AgentLimits(20, 80);

  private final ExecutionRun run;

  StrategyAgents(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.run = new ExecutionRun(services, plan, job, token);
  }

  /** The decisions that end the phase; those made on the way are stored already. */
  List<DecisionContent> decide() throws InterruptedException {
    return inSandbox(this::proposed);
  }

  private List<DecisionContent> proposed() throws InterruptedException {
    DecisionContent proposal =
        run.plan().brief().strategy() instanceof Work.ByModel model
            ? propose(model)
            : StrategizePhase.oneThingToDo(run.plan());
    if (run.plan().brief().reviews().estimation() instanceof Work.ByModel model) {
      estimate(model);
    }
    return List.of(proposal);
  }

  /**
   * The parts that the strategy actor splits the goal into.
   *
   * @throws PhaseFailedException if there are none
   */
  SplitProposal split(Work.Splitter splitter) throws InterruptedException {
    return inSandbox(
        () -> {
          PlanAgent agent =
              new PlanAgent(
                  run,
                  splitter.model(),
                  new PlanAgent.Role("strategy", "split", BuiltInTools.FOR_SPLIT),
                  LIMITS);
          work(agent);
          return lastCall(agent, ProposeSplitTool.NAME)
              .map(answer -> ArgumentRecord.of(new ProposeSplitTool()).readJson(answer))
              .map(it -> SplitProposal.of(run.plan(), splitter, it))
              .orElseThrow(() -> unsplit(splitter, agent));
        });
  }

  private static PhaseFailedException unsplit(Work.Splitter splitter, PlanAgent agent) {
    String words = agent.conversation().end().map(it -> it.summary()).orElse("");
    return new PhaseFailedException(
        "split",
        "%s did not split the goal into parts%s"
            .formatted(
                splitter.model().actor(),
                words.isBlank() ? "" : ". It says: " + AgentRecord.firstLine(words)),
        false,
        "Run the goal without --split, or name the parts in it. A resume asks the model again");
  }

  /** Something that needs the sandboxes. */
  private interface Thinking<T> {
    T think() throws InterruptedException;
  }

  private <T> T inSandbox(Thinking<T> thinking) throws InterruptedException {
    run.open();
    try {
      T thought = thinking.think();
      run.await();
      return thought;
    } catch (ApprovalNeededException | BudgetSpentException e) {
      run.await();
      throw e;
    } catch (PhaseFailedException | OperationException e) {
      run.fail();
      throw e;
    }
  }

  private DecisionContent propose(Work.ByModel model) throws InterruptedException {
    PlanAgent agent =
        new PlanAgent(
            run, model, new PlanAgent.Role("strategy", AgentTools.forStrategy(run, model)), LIMITS);
    work(agent);
    Optional<ProposeTool.Arguments> proposal =
        lastCall(agent, ProposeTool.NAME)
            .map(answer -> ArgumentRecord.of(new ProposeTool()).readJson(answer));
    return proposal
        .map(
            it ->
                new DecisionContent(
                    DecisionType.STRATEGY_CHOICE,
                    "What are the steps?",
                    AgentTask.numbered(it.steps()).strip(),
                    List.of(),
                    it.confidence() == null ? null : Math.clamp(it.confidence(), 0.0, 1.0),
                    it.rationale()))
        .orElseGet(() -> StrategizePhase.oneThingToDo(run.plan()));
  }

  private void estimate(Work.ByModel model) throws InterruptedException {
    PlanAgent agent =
        new PlanAgent(
            run, model, new PlanAgent.Role("estimation", BuiltInTools.FOR_ESTIMATION), LIMITS);
    work(agent);
    lastCall(agent, EstimateTool.NAME)
        .map(answer -> ArgumentRecord.of(new EstimateTool()).readJson(answer))
        .ifPresent(run.recorder()::estimated);
  }

  private void work(PlanAgent agent) throws InterruptedException {
    if (!agent.begin()) {
      String context = ModelActor.context(run).map(it -> "\n" + it).orElse("");
      agent.tell(Topic.TASK, AgentTask.goal(run.plan()) + context);
    }
    agent.work();
  }

  /** The arguments of the last accepted call of a tool. */
  private static Optional<String> lastCall(PlanAgent agent, String tool) {
    return agent.conversation().entries().reversed().stream()
        .filter(Answer.class::isInstance)
        .map(Answer.class::cast)
        .filter(answer -> answer.call().tool().equals(tool) && !answer.failed())
        .map(answer -> answer.call().arguments())
        .findFirst();
  }
}
