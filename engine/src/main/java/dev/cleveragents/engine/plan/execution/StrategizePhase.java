package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first phase: decides what to do and changes nothing. */
final class StrategizePhase {

  private StrategizePhase() {}

  /** Whether a language model has a part in the phase. */
  static boolean thinks(Plan plan) {
    return plan.brief().strategy() instanceof Work.ByModel
        || plan.brief().strategy() instanceof Work.Splitter
        || plan.brief().reviews().estimation() instanceof Work.ByModel;
  }

  /** The decisions of the plan's strategy actor, in their order. */
  static List<DecisionContent> decide(Plan plan) {
    return switch (plan.brief().strategy()) {
      case Work.Plain() -> List.of(oneThingToDo(plan));
      case Work.ByScript scripted ->
          scripted.script().strategize().stream()
              .map(choice -> choice(DecisionType.STRATEGY_CHOICE, choice))
              .toList();
      case Work.ByCommand _, Work.Undo _, Work.ByModel _, Work.Splitter _, Work.BySubplans _ ->
          List.of(oneThingToDo(plan));
    };
  }

  static DecisionContent oneThingToDo(Plan plan) {
    String chosen =
        switch (plan.brief().execution()) {
          case Work.ByCommand command -> "run: " + command.line();
          case Work.ByScript script -> "follow the script of " + script.actor();
          case Work.ByModel model -> "let %s work on it".formatted(model.actor());
          case Work.Undo(PlanId undone) -> "undo plan " + undone;
          case Work.BySubplans work ->
              "split it into " + CountedNoun.of(work.subplans().size(), "part");
          case Work.Plain(), Work.Splitter _ -> "nothing";
        };
    return DecisionContent.of(
        DecisionType.STRATEGY_CHOICE,
        "How is it done?",
        chosen,
        "there is one thing to do, and no actor was asked for others");
  }

  static DecisionContent choice(DecisionType type, Script.Choice choice) {
    return new DecisionContent(
        type,
        choice.question(),
        choice.chosen(),
        choice.alternatives(),
        choice.confidence(),
        choice.rationale());
  }

  /** The least confidence of these decisions; null if none is given. */
  static @Nullable Double confidence(List<DecisionContent> choices) {
    Double least = null;
    for (DecisionContent choice : choices) {
      Double confidence = choice.confidence();
      if (confidence != null && (least == null || confidence < least)) {
        least = confidence;
      }
    }
    return least;
  }
}
