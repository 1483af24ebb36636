package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.Commit;
import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.quality.Ranked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/** Simple ways that anything better has to beat; both show whole files. */
final class Baselines {

  private static final Pattern WORD_END = Pattern.compile("[^\\p{L}\\p{N}_]+");
  private static final int MOST = 100;
  private static final double HALF_LIFE_DAYS = 90;

  private final ToIntFunction<String> tokens;

  Baselines(ToIntFunction<String> tokens) {
    this.tokens = tokens;
  }

  /** The files that change most often and most lately, whatever is asked. */
  List<Ranked> hotFiles(CommitCase asked, Ranker.Before before) {
    Map<String, Double> scores = new TreeMap<>();
    for (Commit commit : before.history().commits()) {
      double days = Duration.between(commit.time(), asked.time()).toSeconds() / 86_400.0;
      double weight = Math.pow(0.5, Math.max(0, days) / HALF_LIFE_DAYS);
      commit.touches().forEach(touch -> scores.merge(touch.path(), weight, Double::sum));
    }
    return best(scores, before);
  }

  /** The files that hold most of the question's words, without a thought for how rare they are. */
  List<Ranked> grep(CommitCase asked, Ranker.Before before) {
    Set<String> words = new TreeSet<>();
    for (String word : WORD_END.split(asked.question().toLowerCase(Locale.ROOT), -1)) {
      if (word.length() > 2) {
        words.add(word);
      }
    }
    Map<String, Double> scores = new TreeMap<>();
    for (String path : before.snapshot().paths()) {
      String text = before.snapshot().text(path).orElse("").toLowerCase(Locale.ROOT);
      long held = words.stream().filter(text::contains).count();
      if (held > 0) {
        scores.put(path, (double) held);
      }
    }
    return best(scores, before);
  }

  private List<Ranked> best(Map<String, Double> scores, Ranker.Before before) {
    List<Map.Entry<String, Double>> all = new ArrayList<>(scores.entrySet());
    all.removeIf(it -> !before.snapshot().contains(it.getKey()));
    all.sort(
        Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    return all.stream()
        .limit(MOST)
        .map(
            it ->
                new Ranked(
                    it.getKey(),
                    it.getValue(),
                    tokens.applyAsInt(before.snapshot().text(it.getKey()).orElse(""))))
        .toList();
  }
}
