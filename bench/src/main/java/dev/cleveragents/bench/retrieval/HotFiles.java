package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.Commit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files that change most often and most lately, whatever is asked; shown by signatures. */
final class HotFiles implements Ranker {

  private static final double HALF_LIFE_DAYS = 90;

  private final Shown shown;

  HotFiles(Shown shown) {
    this.shown = shown;
  }

  @Override
  public List<Ranked> rank(CommitCase asked, Before before) {
    return Scores.best(
        heat(before.history().commits(), asked.time()),
        before.snapshot()::contains,
        path -> shown.signatures(path, before.snapshot()));
  }

  /** A change counts for half as much every 90 days. */
  static Map<String, Double> heat(List<Commit> commits, Instant now) {
    Map<String, Double> heat = new TreeMap<>();
    for (Commit commit : commits) {
      double days = Duration.between(commit.time(), now).toSeconds() / 86_400.0;
      double weight = Math.pow(0.5, Math.max(0, days) / HALF_LIFE_DAYS);
      commit.touches().forEach(touch -> heat.merge(touch.path(), weight, Double::sum));
    }
    return heat;
  }
}
