package dev.cleveragents.context.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.ContextRequest.Reach;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.TextQuery;
import dev.cleveragents.fixtures.DatedRepository;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What version control leads to, shown. */
class TemporalArchaeologyTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private DatedRepository repository;
  private String tip;

  /** What the search for pieces finds. */
  private final List<Hit> hits = new ArrayList<>();

  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void commits() throws Exception {
    repository = new DatedRepository(folder.resolve("repository"));
    repository.commit("Import", Map.of("cache.c", lines("c", 200), "http.c", lines("h", 200)));
    repository.commit(
        "Evict oldest entries of the cache",
        Map.of("cache.c", lines("c", 200).replace("c100\n", "changed\n"), "lru.c", "lru\n"));
    tip = repository.commit("Parse headers", Map.of("http.c", lines("h", 201)));
    repository.commit("Evict everything from the cache later", Map.of("later.c", "later\n"));
  }

  private static String lines(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> name + i + "\n")
        .collect(Collectors.joining());
  }

  private TemporalArchaeology strategy(String commit) {
    ProjectHistory history =
        new ProjectHistory(
            TestGit.in(folder.resolve("repository")),
            folder.resolve("history"),
            HistoryLimits.STANDARD);
    return new TemporalArchaeology(
        history, commit, path -> text(commit, path), this::pieces, String::length);
  }

  private List<Hit> pieces(TextQuery query, List<String> paths, int limit) {
    asked.add(query.words() + " " + query.names() + " in " + paths);
    return hits.stream().filter(hit -> paths.contains(hit.path())).limit(limit).toList();
  }

  private static Hit hit(String path, int first, int last, float score) {
    return new Hit(path, "m", new LineRange(first, last), score, List.of());
  }

  private Optional<String> text(String commit, String path) {
    try {
      var answer = TestGit.in(folder.resolve("repository")).ask(GO, "show", commit + ":" + path);
      return answer.succeeded() ? Optional.of(answer.printed().text()) : Optional.empty();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void historyChoosesTheFilesAndWordsTheirLines() throws Exception {
    hits.add(hit("cache.c", 20, 24, 8));
    hits.add(hit("cache.c", 40, 44, 4));
    hits.add(hit("cache.c", 60, 64, 2));
    hits.add(hit("http.c", 1, 9, 9));
    ContextRequest request =
        ContextRequest.about("cache eviction evicts too late", 1000).withEntities(List.of("Lru"));
    List<ContextFragment> found = strategy(tip).find(request, 1000, GO);

    assertThat(asked).containsExactly("cache eviction evicts too late [Lru] in [cache.c, lru.c]");
    assertThat(found)
        .extracting(it -> it.path() + ":" + it.lines())
        .as("not the line that the commit changed, and two pieces of a file at most")
        .containsExactlyInAnyOrder("cache.c:20-24", "cache.c:40-44", "lru.c:1");
    assertThat(found).isSortedAccordingTo((a, b) -> Double.compare(b.relevance(), a.relevance()));
    ContextFragment first = found.get(0);
    assertThat(first.node()).isEqualTo(new NodeId("cache.c", "m"));
    assertThat(first.content()).startsWith("c20\n").endsWith("c24\n");
    assertThat(first.tokens()).isEqualTo(first.content().length());
    assertThat(first.depth()).isEqualTo(Depth.FULL);
    assertThat(first.relevance()).isOne();
    assertThat(found)
        .filteredOn(it -> it.lines().first() == 40)
        .first()
        .satisfies(half -> assertThat(half.relevance()).isEqualTo(0.5));
    assertThat(first.provenance().strategy()).isEqualTo("temporal-archaeology");
    assertThat(first.provenance().why()).contains("\"Evict oldest entries of the cache\"");
    assertThat(first.provenance().time()).contains(DatedRepository.day(1));
  }

  @Test
  void aFileWithoutAWordOfTheQuestionIsShownFromItsBeginning() throws Exception {
    List<ContextFragment> found =
        strategy(tip).find(ContextRequest.about("cache eviction evicts too late", 1000), 1000, GO);
    assertThat(found).extracting(ContextFragment::path).containsExactly("cache.c", "lru.c");
    assertThat(found.getFirst().lines()).isEqualTo(new LineRange(1, 60));
  }

  @Test
  void withoutWordsTheLinesOfTheLastCommitAreShown() throws Exception {
    ContextRequest request =
        ContextRequest.about("", 1000).withFocus(List.of(NodeId.file("lru.c")));
    List<ContextFragment> found = strategy(tip).find(request, 1000, GO);
    assertThat(asked).isEmpty();
    assertThat(found.getFirst().path()).isEqualTo("cache.c");
    assertThat(found.getFirst().lines()).isEqualTo(new LineRange(92, 108));
    assertThat(found.getFirst().content()).contains("changed\n");
  }

  @Test
  void itOffersEightTimesItsShareSoThatThePackerCanChoose() throws Exception {
    ContextRequest request = ContextRequest.about("evict entries parse headers cache", 1000);
    assertThat(strategy(tip).find(request, 60, GO)).hasSize(3);
  }

  @Test
  void whatWasCommittedLaterIsNotKnown() throws Exception {
    ContextRequest request = ContextRequest.about("evict everything later", 1000);
    assertThat(strategy("HEAD").find(request, 1000, GO))
        .extracting(ContextFragment::path)
        .contains("later.c");
    assertThat(strategy(tip).find(request, 1000, GO))
        .extracting(ContextFragment::path)
        .doesNotContain("later.c");
  }

  @Test
  void theFocusLeadsToWhatChangedWithItAndSinceThen() throws Exception {
    ContextRequest request =
        ContextRequest.about("", 1000).withFocus(List.of(NodeId.file("lru.c")));
    assertThat(strategy(tip).find(request, 1000, GO))
        .extracting(ContextFragment::path)
        .containsExactly("cache.c", "lru.c");
    assertThat(
            strategy(tip)
                .find(
                    request.withReach(
                        new Reach(2, Depth.FULL, Optional.of(DatedRepository.day(2)))),
                    1000,
                    GO))
        .isEmpty();
  }

  @Test
  void aSmallShareEndsTheSearchEarly() throws Exception {
    ContextRequest request = ContextRequest.about("evict entries parse headers cache", 1000);
    assertThat(strategy(tip).find(request, 1000, GO)).hasSizeGreaterThan(2);
    assertThat(strategy(tip).find(request, 0, GO)).hasSize(1);
  }

  @Test
  void whatIsNotInTheTreeIsNotShown() throws Exception {
    ProjectHistory history =
        new ProjectHistory(
            TestGit.in(folder.resolve("repository")),
            folder.resolve("history"),
            HistoryLimits.STANDARD);
    TemporalArchaeology blind =
        new TemporalArchaeology(
            history, tip, path -> Optional.empty(), this::pieces, String::length);
    assertThat(blind.find(ContextRequest.about("evict cache", 1000), 1000, GO)).isEmpty();
  }

  @Test
  void itSaysWhatItIsAndWhenItCanHelp() {
    TemporalArchaeology strategy = strategy(tip);
    ContextRequest words = ContextRequest.about("words", 10);
    assertThat(strategy.name()).isEqualTo("temporal-archaeology");
    assertThat(strategy.needs()).containsExactly(Backend.HISTORY);
    assertThat(strategy.canHandle(words, Set.of(Backend.TEXT))).isZero();
    assertThat(strategy.canHandle(words, strategy.needs())).isEqualTo(0.5);
    assertThat(strategy.canHandle(ContextRequest.about(" ", 10), strategy.needs())).isZero();
    assertThat(strategy.canHandle(words.withFocus(List.of(NodeId.file("a"))), strategy.needs()))
        .isEqualTo(0.7);
  }

  @Test
  void itStopsWithoutWaiters() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("enough"));
      assertThatThrownBy(
              () -> strategy(tip).find(ContextRequest.about("cache", 10), 10, source.token()))
          .isInstanceOf(CancelledException.class);
    }
  }
}
