package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * What was decided before: ancestors of the plan that asks count in full, other plans by how rare
 * the words are that they share with the request. Says what was decided and which files changed; it
 * shows no file.
 */
public final class PlanDecisionContext implements Strategy {

  /** Its name. */
  public static final String NAME = "plan-decision-context";

  private static final int MOST_PLANS = 20;
  private static final int MOST_PATHS = 20;

  private final Supplier<List<PastPlan>> past;
  private final ToIntFunction<String> tokens;

  /**
   * @param past the plans to look at, read anew for every request
   * @param tokens counts the tokens of a text
   */
  public PlanDecisionContext(Supplier<List<PastPlan>> past, ToIntFunction<String> tokens) {
    this.past = past;
    this.tokens = tokens;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double quality() {
    return 0.70;
  }

  @Override
  public Set<Backend> needs() {
    return Set.of(Backend.DECISIONS);
  }

  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    return there.contains(Backend.DECISIONS) ? 0.6 : 0;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token) {
    List<PastPlan> plans =
        past.get().stream()
            .filter(plan -> request.reach().since().map(plan.ended()::isAfter).orElse(true))
            .toList();
    Map<PastPlan, Double> scores = scores(request, plans);
    double best = scores.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return scores.entrySet().stream()
        .filter(scored -> scored.getValue() > 0)
        .sorted(
            Comparator.comparingDouble((Map.Entry<PastPlan, Double> scored) -> -scored.getValue())
                .thenComparing(scored -> scored.getKey().id()))
        .limit(MOST_PLANS)
        .map(scored -> fragment(scored.getKey(), scored.getValue() / best))
        .toList();
  }

  /** An ancestor scores as much as the best of the others, or 1 where there is none. */
  private static Map<PastPlan, Double> scores(ContextRequest request, List<PastPlan> plans) {
    Set<String> asked = Words.of(request.query() + " " + String.join(" ", request.entities()));
    Map<PastPlan, Set<String>> words =
        plans.stream()
            .distinct()
            .collect(Collectors.toMap(plan -> plan, PlanDecisionContext::words));
    Map<String, Long> spread =
        words.values().stream()
            .flatMap(Set::stream)
            .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
    Map<PastPlan, Double> scores = new HashMap<>();
    words.forEach(
        (plan, its) ->
            scores.put(
                plan,
                its.stream()
                    .filter(asked::contains)
                    .mapToDouble(
                        word -> Math.log(1 + (double) plans.size() / spread.getOrDefault(word, 1L)))
                    .sum()));
    double best =
        Math.max(1, scores.values().stream().mapToDouble(Double::doubleValue).max().orElse(1));
    plans.stream().filter(PastPlan::ancestor).forEach(plan -> scores.put(plan, best));
    return scores;
  }

  private static Set<String> words(PastPlan plan) {
    return Words.of(
        plan.goal()
            + " "
            + String.join(" ", plan.decisions())
            + " "
            + String.join(" ", plan.paths()));
  }

  private ContextFragment fragment(PastPlan plan, double relevance) {
    StringBuilder text = new StringBuilder();
    text.append("Plan ").append(plan.id()).append(" (").append(plan.outcome()).append("): ");
    text.append(plan.goal().strip()).append('\n');
    plan.decisions().forEach(decision -> text.append("- ").append(decision.strip()).append('\n'));
    if (!plan.paths().isEmpty()) {
      text.append("Changed: ");
      text.append(plan.paths().stream().limit(MOST_PATHS).collect(Collectors.joining(", ")));
      int more = plan.paths().size() - MOST_PATHS;
      text.append(more > 0 ? " and " + more + " more\n" : "\n");
    }
    String content = text.toString();
    return new ContextFragment(
        NodeId.file("plan/" + plan.id()),
        new LineRange(1, (int) Math.max(1, content.lines().count())),
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        relevance,
        new Provenance(
            NAME,
            plan.ancestor() ? "decided above this plan" : "an earlier plan about the same words",
            Optional.of(plan.ended())));
  }
}
