package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.command.NextCommand;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.output.StepOutput;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a plan has failed, and every way to continue it. */
public final class PlanFailure {

  /** As many lines of a failed command are shown. */
  private static final int LAST_LINES = 20;

  private final CleverAgents agents;
  private final Plan plan;
  private final String id;

  public PlanFailure(CleverAgents agents, Plan plan) {
    this.agents = agents;
    this.plan = plan;
    this.id = DisplayText.shortId(plan.id());
  }

  /** The problem that ends the command; the end of what failed last is said before. */
  public ProblemException problem(Dialogue dialogue) {
    List<PlanError> errors = agents.plans().errors(plan.id());
    if (errors.isEmpty()) {
      return new ProblemException(
          new Problem(ExitCode.FAILED, "The plan failed.", null, "agents plan status " + id));
    }
    PlanError last = errors.getLast();
    SplitSummary split = new SplitSummary(agents, plan);
    if (!split.line().isEmpty()) {
      dialogue.say("subplans: " + split.line());
    }
    boolean shown = sayOutput(dialogue);
    boolean refused =
        plan.status().state() == PlanState.CONSTRAINED || last.category().equals("conflict");
    return new ProblemException(
        new Problem(
            refused ? ExitCode.CONFLICT : ExitCode.FAILED,
            shown ? DisplayText.firstLine(last.message()) : last.message(),
            hint(last),
            next(last)));
  }

  /** The command that most likely helps; {@link #hint} names the others. */
  private @Nullable String next(PlanError last) {
    if (isFailedCheck(last) && plan.brief().execution() instanceof Work.ByCommand) {
      return "agents plan resume %s --fix CMD".formatted(id);
    }
    if (isFailedCheck(last) || isHook(last)) {
      return "agents plan open " + id;
    }
    return last.advice().next() == null
        ? "agents plan resume " + id
        : NextCommand.about(plan.id(), last.advice().next());
  }

  private boolean isFailedCheck(PlanError last) {
    return last.category().equals("validation") && plan.status().phase() == PlanPhase.EXECUTE;
  }

  /** Whether a git hook of the user has refused the apply. */
  static boolean isHook(PlanError last) {
    return last.category().equals("apply") && last.message().contains("git hook ");
  }

  /** Whether a user has seen the output, which the error would else repeat. */
  private boolean sayOutput(Dialogue dialogue) {
    Optional<StepOutput> failed =
        agents.plans().outputs(plan.id()).stream()
            .filter(output -> !output.succeeded() && !output.output().isBlank())
            .reduce((_, last) -> last);
    failed.ifPresent(
        output -> {
          output.lastLines(LAST_LINES).forEach(line -> dialogue.say("  | " + line));
          dialogue.say("  all output: agents plan log " + id);
        });
    return failed.isPresent() && dialogue.reachesUser();
  }

  /** The ways to continue it after this error, its last. */
  String hint(PlanError last) {
    if (isHook(last)) {
      return "Do one of these:\n  edit it yourself:    agents plan open %s, then agents plan apply %s\n  apply without hooks: agents plan apply %s --no-verify"
          .formatted(id, id, id);
    }
    if (isFailedCheck(last)) {
      return "Do one of these:\n%s%s  run checks again: agents plan check %s\n  apply it anyway:  agents plan apply %s --ignore-checks REASON"
          .formatted(repair(), edit(), id, id);
    }
    if (last.category().equals("subplans")) {
      return ofSubplans(new SplitSummary(agents, plan).exampleId());
    }
    boolean byCommand = plan.brief().execution() instanceof Work.ByCommand;
    if (byCommand && last.category().equals("command")) {
      return "Do one of these:\n  run it again:     agents plan resume %s\n  run another:      agents plan resume %s --exec CMD\n  keep its changes: agents plan resume %s --keep-partial [--exec CMD]\n%s"
          .formatted(id, id, id, edit().stripTrailing());
    }
    if (byCommand && last.category().equals("timeout")) {
      return "The command is not repeated by itself. Resume the plan with --deadline TIME, or with --exec CMD.";
    }
    return last.advice().hint() == null
        ? "The plan's work is kept; resume it to continue."
        : last.advice().hint();
  }

  private String ofSubplans(String one) {
    return "Do one of these:\n  run them again: agents plan resume %s\n  list them:      agents plan subplans %s --status failed\n  see one:        agents plan log %s\n  change one:     agents plan resume %s --exec CMD, then resume\n  guide one:      agents plan replan %s --guidance TEXT\n  leave one out:  agents plan cancel %s, then resume"
        .formatted(id, id, one, one, one, one);
  }

  private String edit() {
    return "  edit it yourself: agents plan open %s, then agents plan check %s\n".formatted(id, id);
  }

  private String repair() {
    return switch (plan.brief().execution()) {
      case Work.ByCommand _ ->
          "  repair it:        agents plan resume %s --fix CMD\n".formatted(id);
      case Work.ByModel _ ->
          "  guide the agent:  agents plan prompt %s TEXT, then resume\n".formatted(id);
      case Work.BySubplans _ ->
          "  leave one out:    agents plan cancel SUBPLAN, then agents plan resume %s\n"
              .formatted(id);
      case Work.Plain(), Work.Undo _, Work.ByScript _, Work.Splitter _ -> "";
    };
  }
}
