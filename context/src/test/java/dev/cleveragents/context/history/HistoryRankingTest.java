package dev.cleveragents.context.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.Commit.Touch;
import dev.cleveragents.context.history.HistoryRanking.Lead;
import dev.cleveragents.fixtures.DatedRepository;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where a history leads. */
class HistoryRankingTest {

  private static Commit commit(int day, String message, String... paths) {
    return new Commit(
        "%040d".formatted(day),
        List.of(),
        DatedRepository.day(day),
        "Ada",
        message,
        Stream.of(paths).map(path -> new Touch(Kind.CHANGED, path)).toList(),
        paths.length);
  }

  private static HistoryView view(Commit... newestFirst) {
    return new HistoryView(List.of(newestFirst));
  }

  private static List<String> paths(List<Lead> leads) {
    return leads.stream().map(Lead::path).toList();
  }

  @Test
  void wordsLeadToFilesOfSimilarCommitsTheNewerTheBetter() {
    HistoryView view =
        view(
            commit(900, "Tidy", "other"),
            commit(800, "Evict cache entries", "new"),
            commit(10, "Evict cache entries", "old"));

    List<Lead> leads = HistoryRanking.of(view, "cache eviction: evicting entries", List.of(), 10);

    assertThat(paths(leads)).containsExactly("new", "old");
    assertThat(leads.get(0).score()).isEqualTo(1);
    assertThat(leads.get(0).why())
        .isEqualTo("similar messages: 00000000 \"Evict cache entries\" (Ada)");
    assertThat(leads.get(0).last().time()).isEqualTo(DatedRepository.day(800));
  }

  @Test
  void wordsOfAQuestionLeadNowhere() {
    HistoryView view =
        view(commit(2, "Explain where and how this does work", "a"), commit(1, "Evict cache", "b"));
    assertThat(paths(HistoryRanking.of(view, "where and how does it evict?", List.of(), 10)))
        .containsExactly("b");
  }

  @Test
  void aCommitOfFewFilesSaysMoreAboutEach() {
    HistoryView view =
        view(commit(2, "Evict cache", "a", "b", "c", "d"), commit(2, "Evict cache", "z"));
    assertThat(paths(HistoryRanking.of(view, "evict cache", List.of(), 10)).get(0)).isEqualTo("z");
  }

  @Test
  void theFocusLeadsToItselfAndToWhatChangedWithIt() {
    HistoryView view =
        view(
            commit(5, "Five", "focus", "often"),
            commit(4, "Four", "focus", "often"),
            commit(3, "Three", "focus", "once"),
            commit(2, "Two", "never"));

    List<Lead> leads = HistoryRanking.of(view, "", List.of("focus"), 10);

    assertThat(paths(leads)).containsExactly("focus", "often", "once");
    assertThat(leads.get(0).why()).startsWith("last changes: 00000000 \"Five\" (Ada)");
    assertThat(leads.get(1).why()).startsWith("changed together with focus: ").contains("\"Four\"");
    assertThat(paths(HistoryRanking.of(view, "", List.of("focus"), 1))).containsExactly("focus");
  }

  @Test
  void deletedFilesAreNoLeads() {
    Commit gone =
        new Commit(
            "%040d".formatted(6),
            List.of(),
            DatedRepository.day(6),
            "Ada",
            "Drop",
            List.of(new Touch(Kind.DELETED, "a")),
            1);
    assertThat(HistoryRanking.of(view(gone, commit(5, "Evict cache", "a")), "evict", List.of(), 10))
        .isEmpty();
  }

  @Test
  void nothingLeadsNowhere() {
    assertThat(HistoryRanking.of(view(), "anything", List.of("a"), 10)).isEmpty();
    assertThat(HistoryRanking.of(view(commit(1, "One", "a")), "", List.of(), 10)).isEmpty();
  }
}
