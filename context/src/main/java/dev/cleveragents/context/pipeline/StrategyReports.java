package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.pipeline.ConfidenceWeightedSelector.Passed;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.pipeline.execution.StrategyAnswer;
import dev.cleveragents.context.strategy.Strategy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What each strategy had to do with an answer: one report for each that there is, asked or not.
 *
 * @param strategies all of them, in the order of the reports
 * @param passed those that were not asked
 * @param answers the outcomes of the others
 */
record StrategyReports(
    List<Strategy> strategies, List<Passed> passed, List<StrategyAnswer> answers) {

  /**
   * @param votes those for what is in the answer, a list for each fragment
   */
  List<StrategyReport> of(List<List<Vote>> votes) {
    Map<String, Long> kept =
        votes.stream()
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(Vote::strategy, Collectors.counting()));
    Map<String, StrategyReport> byName =
        answers.stream()
            .map(answer -> report(answer, kept.getOrDefault(answer.share().name(), 0L)))
            .collect(Collectors.toMap(StrategyReport::name, Function.identity()));
    passed.forEach(one -> byName.put(one.strategy().name(), report(notAsked(one), 0)));
    return strategies.stream().map(s -> byName.get(s.name())).toList();
  }

  private static StrategyReport report(StrategyAnswer answer, long kept) {
    SelectedStrategy chosen = answer.share().chosen();
    return new StrategyReport(
        chosen.name(),
        chosen.confidence(),
        chosen.weight(),
        answer.share().tokens(),
        answer.fragments().size(),
        Math.toIntExact(kept),
        answer.outcome(),
        answer.detail(),
        answer.took());
  }

  private static StrategyAnswer notAsked(Passed passed) {
    SelectedStrategy none = new SelectedStrategy(passed.strategy(), 0, 0);
    return StrategyAnswer.none(new BudgetShare(none, 0), StrategyOutcome.NOT_ASKED, passed.why());
  }
}
