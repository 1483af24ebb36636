package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.index.IndexSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * The files that hold most of the question's words, without a thought for how rare these are; of
 * equal ones, those that hold them more often. Shown are the lines that hold one, with three around
 * each, as {@code grep -i -C3} does.
 */
final class Grep implements Ranker {

  private static final Pattern WORD_END = Pattern.compile("[^\\p{L}\\p{N}_]+");
  private static final int SHORTEST = 3;
  private static final int AROUND = 3;

  private final ToIntFunction<String> tokens;

  Grep(ToIntFunction<String> tokens) {
    this.tokens = tokens;
  }

  @Override
  public List<Ranked> rank(CommitCase asked, Before before) {
    IndexSnapshot snapshot = before.snapshot();
    List<String> words = words(asked.question());
    Map<String, Double> scores = new TreeMap<>();
    for (String path : snapshot.paths()) {
      scores.put(path, score(words, snapshot.text(path).orElse("")));
    }
    return Scores.best(
        scores,
        path -> true,
        path -> tokens.applyAsInt(matching(words, snapshot.text(path).orElse(""))));
  }

  /** The words of a question, each once. */
  static List<String> words(String question) {
    TreeSet<String> words = new TreeSet<>();
    for (String word : WORD_END.split(question.toLowerCase(Locale.ROOT), -1)) {
      if (word.length() >= SHORTEST) {
        words.add(word);
      }
    }
    return List.copyOf(words);
  }

  /** How many of the words a text has, and a part of 1 that grows with how often it has them. */
  static double score(List<String> words, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int held = 0;
    int times = 0;
    for (String word : words) {
      int before = times;
      for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length())) {
        times++;
      }
      held += times > before ? 1 : 0;
    }
    return held == 0 ? 0 : held + times / (times + 1.0);
  }

  /** The lines with a word and those around them. */
  static String matching(List<String> words, String text) {
    List<String> lines = text.lines().toList();
    StringBuilder shown = new StringBuilder();
    int next = 0;
    for (int i = 0; i < lines.size(); i++) {
      String lower = lines.get(i).toLowerCase(Locale.ROOT);
      if (words.stream().anyMatch(lower::contains)) {
        int last = Math.min(lines.size(), i + AROUND + 1);
        for (next = Math.max(next, i - AROUND); next < last; next++) {
          shown.append(lines.get(next)).append('\n');
        }
      }
    }
    return shown.toString();
  }
}
