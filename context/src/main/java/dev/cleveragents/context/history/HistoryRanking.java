package dev.cleveragents.context.history;

import dev.cleveragents.context.history.Commit.Touch;
import dev.cleveragents.context.history.HistoryView.Similar;
import dev.cleveragents.context.history.HistoryView.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a history leads: from the words of a question through similar messages to what those
 * commits changed, and from files through what changed with them. A commit counts the more the
 * newer it is and the fewer files it touched. Deterministic: ties go by path.
 */
public final class HistoryRanking {

  private static final int SIMILAR = 50;
  private static final int BECAUSE = 3;
  private static final double HALF_LIFE_DAYS = 180;

  /** What a very old commit still counts. */
  private static final double OLD = 0.2;

  /**
   * A file that is led to.
   *
   * @param score 0 to 1, the best has 1
   * @param why what led there, in words for a person
   * @param last the last commit that touched it
   */
  public record Lead(String path, double score, String why, Commit last) {}

  private static final class Trail {
    private double score;
    private final List<String> why = new ArrayList<>();
  }

  private final HistoryView view;
  private final Instant newest;
  private final Map<String, Trail> trails = new LinkedHashMap<>();

  private HistoryRanking(HistoryView view) {
    this.view = view;
    this.newest = view.newest();
  }

  /** The files that a history leads to, the best first; none that it says are deleted. */
  public static List<Lead> of(
      HistoryView view, String question, Collection<String> focus, int most) {
    HistoryRanking leads = new HistoryRanking(view);
    leads.fromFocus(focus);
    leads.fromWords(question);
    return leads.best(most);
  }

  private void fromWords(String question) {
    Map<String, Double> scores = new LinkedHashMap<>();
    Map<String, List<Commit>> because = new LinkedHashMap<>();
    for (Similar similar : view.similar(question, SIMILAR)) {
      Commit commit = similar.commit();
      double weight = similar.score() * weight(commit);
      for (Touch touch : commit.touches()) {
        scores.merge(touch.path(), weight, Double::sum);
        because.computeIfAbsent(touch.path(), path -> new ArrayList<>()).add(commit);
      }
    }
    add(scores, because, "similar messages:");
  }

  private void fromFocus(Collection<String> focus) {
    Map<String, Double> scores = new LinkedHashMap<>();
    Map<String, List<Commit>> because = new LinkedHashMap<>();
    for (String path : focus) {
      for (Together together : view.changedWith(path)) {
        for (Commit commit : together.commits()) {
          scores.merge(together.path(), weight(commit), Double::sum);
        }
        because
            .computeIfAbsent(together.path(), other -> new ArrayList<>())
            .addAll(together.commits());
      }
    }
    add(scores, because, "changed together with " + String.join(", ", focus) + ":");
    Map<String, Double> own = new LinkedHashMap<>();
    Map<String, List<Commit>> changes = new LinkedHashMap<>();
    for (String path : focus) {
      List<Commit> touching = view.touching(path);
      if (!touching.isEmpty()) {
        own.put(path, 1.0);
        changes.put(path, touching);
      }
    }
    add(own, changes, "last changes:");
  }

  /** Adds scores brought to at most 1. */
  private void add(Map<String, Double> scores, Map<String, List<Commit>> because, String how) {
    double best = scores.values().stream().mapToDouble(it -> it).max().orElse(0);
    scores.forEach(
        (path, score) -> {
          Trail trail = trails.computeIfAbsent(path, it -> new Trail());
          trail.score += score / best;
          trail.why.add(how + " " + names(because.getOrDefault(path, List.of())));
        });
  }

  private static String names(List<Commit> commits) {
    List<String> names = new ArrayList<>();
    commits.stream()
        .distinct()
        .limit(BECAUSE)
        .forEach(
            it -> names.add("%s \"%s\" (%s)".formatted(it.shortId(), it.subject(), it.author())));
    long more = commits.stream().distinct().count() - names.size();
    return String.join(", ", names) + (more > 0 ? " and " + more + " more" : "");
  }

  private double weight(Commit commit) {
    double days = Duration.between(commit.time(), newest).toSeconds() / 86_400.0;
    double fresh = Math.pow(0.5, Math.max(0, days) / HALF_LIFE_DAYS);
    return (OLD + (1 - OLD) * fresh) / Math.sqrt(Math.max(1, commit.files()));
  }

  private List<Lead> best(int most) {
    trails.keySet().removeIf(view::isGone);
    double best = trails.values().stream().mapToDouble(it -> it.score).max().orElse(1);
    List<Lead> leads = new ArrayList<>();
    trails.forEach(
        (path, trail) ->
            leads.add(
                new Lead(
                    path,
                    trail.score / best,
                    String.join("; ", trail.why),
                    view.touching(path).get(0))));
    leads.sort(Comparator.comparingDouble((Lead it) -> -it.score).thenComparing(Lead::path));
    return List.copyOf(leads.subList(0, Math.min(most, leads.size())));
  }
}
