package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.Fusion;
import dev.cleveragents.context.quality.WeightFit.Fitted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What is compared, by name, in the order of the tables. */
final class Rows {

  static final String ALONE = Weights.SIMPLE_KEYWORD;
  static final String TRIED = "fused, fitted, kept or not";

  private Rows() {}

  static Map<String, Function<Asked, Marks>> of(List<Asked> cases, Fitted fitted) {
    TreeSet<String> strategies = new TreeSet<>();
    cases.forEach(each -> strategies.addAll(each.judged().rankings().keySet()));
    Map<String, Function<Asked, Marks>> rows = new LinkedHashMap<>();
    asked(rows, Questioner.HOT);
    asked(rows, Questioner.GREP);
    asked(rows, Questioner.MAP);
    asked(rows, ALONE);
    strategies.stream().filter(name -> !name.equals(ALONE)).forEach(name -> asked(rows, name));
    rows.put("fused, equal weights", fused(weights(strategies, name -> 1)));
    rows.put("fused, default weights", fused(weights(strategies, Weights.DEFAULT::of)));
    rows.put(TRIED, fused(fitted.tried()));
    rows.put("fused, fitted, if kept", fused(fitted.weights()));
    asked(rows, Questioner.SENT_ALONE);
    asked(rows, Questioner.SENT);
    return rows;
  }

  private static void asked(Map<String, Function<Asked, Marks>> rows, String name) {
    rows.put(name, each -> each.marks().getOrDefault(name, NOTHING));
  }

  private static final Marks NOTHING = new Marks(0, 0, 0, 0, 0, 0, 0);

  private static Map<String, Double> weights(
      Set<String> strategies, ToDoubleFunction<String> weight) {
    Map<String, Double> weights = new TreeMap<>();
    strategies.forEach(name -> weights.put(name, weight.applyAsDouble(name)));
    return weights;
  }

  private static Function<Asked, Marks> fused(Map<String, Double> weights) {
    return each -> Marks.of(Fusion.fuse(each.judged(), weights), each.judged().wanted());
  }
}
