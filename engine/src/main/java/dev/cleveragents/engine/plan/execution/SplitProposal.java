package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.SubplanDraft;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.tool.ProposeSplitTool;
import java.util.List;
import java.util.stream.Collectors;

/** What a strategy actor splits a goal into. */
record SplitProposal(Work.BySubplans work, DecisionContent decision) {

  static SplitProposal of(Plan plan, Work.Splitter splitter, ProposeSplitTool.Arguments proposed) {
    Work.ByCommand command = splitter.each() instanceof Work.ByCommand it ? it : null;
    // A repair runs on the merged files, so it is the parent's.
    Work each = command == null ? splitter.each() : command.with(command.line(), null);
    String fix = command == null ? null : command.fix();
    SubplanDraft draft = new SubplanDraft(plan.kind().goal(), each);
    List<Subplan> parts =
        proposed.parts().stream()
            .map(
                it ->
                    draft.subplan(
                        new SubplanDraft.Part(it.name(), it.goal(), it.file(), it.needed(), null)))
            .toList();
    boolean ordered = parts.stream().anyMatch(it -> !it.dependsOn().isEmpty());
    return new SplitProposal(
        new Work.BySubplans(
            parts,
            ordered
                ? splitter.rules().with(SubplanRules.Mode.DEPENDENCY_ORDERED)
                : splitter.rules(),
            command == null || fix == null ? null : command.with(fix, null)),
        new DecisionContent(
            DecisionType.STRATEGY_CHOICE,
            "Into which parts is the goal split?",
            parts.stream().map(Subplan::name).collect(Collectors.joining(", ")),
            List.of(),
            proposed.confidence() == null ? null : Math.clamp(proposed.confidence(), 0.0, 1.0),
            proposed.rationale()));
  }
}
