package dev.cleveragents.context.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.IndexSettings;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search for words, as fragments. */
class SimpleKeywordTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path temp;
  private ProjectIndex index;
  private IndexSnapshot snapshot;

  @BeforeEach
  void open() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Files.writeString(folder.resolve("retry.txt"), "retry backoff jitter\n");
    Files.writeString(folder.resolve("evict.txt"), "cache eviction and one retry\n");
    Files.writeString(
        folder.resolve("long.txt"),
        "cache filler words here\n".repeat(20) + "\n" + "cache cache\n".repeat(3));
    Files.writeString(folder.resolve("other.txt"), "how and where does nothing happen\n");
    index =
        ProjectIndex.open(
            temp.resolve("index"),
            IndexSettings.STANDARD,
            ThreadFactories.standard(),
            TimeSource.system(),
            new IndexCache());
    index.update(TestGit.folder(folder), Progress.NONE, GO);
    snapshot = index.snapshot();
  }

  @AfterEach
  void close() throws Exception {
    snapshot.close();
    index.close();
  }

  private SimpleKeyword strategy() {
    return new SimpleKeyword(snapshot, String::length);
  }

  @Test
  void theBestIsOneAndSaysWhichWordsItHas() {
    List<ContextFragment> found =
        strategy().find(ContextRequest.about("retry with jitter", 100), 1_000, GO);

    assertThat(found).extracting(ContextFragment::path).containsExactly("retry.txt", "evict.txt");
    ContextFragment best = found.getFirst();
    assertThat(best.relevance()).isEqualTo(1);
    assertThat(best.node()).isEqualTo(NodeId.file("retry.txt"));
    assertThat(best.lines()).isEqualTo(new LineRange(1, 1));
    assertThat(best.depth()).isEqualTo(Depth.FULL);
    assertThat(best.content()).isEqualTo("retry backoff jitter\n");
    assertThat(best.tokens()).isEqualTo(best.content().length());
    assertThat(best.provenance().strategy()).isEqualTo("simple-keyword");
    assertThat(best.provenance().why()).isEqualTo("has retry, jitter");
    assertThat(found.getLast().relevance()).isBetween(0.0, 0.999);
  }

  @Test
  void aFileWithSeveralGoodPiecesIsWorthMore() {
    List<ContextFragment> found = strategy().find(ContextRequest.about("cache", 100), 1_000, GO);
    assertThat(found).extracting(ContextFragment::path).contains("long.txt", "evict.txt");
    assertThat(found).isSortedAccordingTo((a, b) -> Double.compare(b.relevance(), a.relevance()));
    assertThat(found.getFirst().path()).isEqualTo("long.txt");
    assertThat(found.getFirst().lines()).isEqualTo(new LineRange(22, 24));
  }

  @Test
  void namesCountMoreThanWords() {
    ContextRequest request = ContextRequest.about("jitter", 100).withEntities(List.of("eviction"));
    assertThat(strategy().find(request, 1_000, GO).getFirst().path()).isEqualTo("evict.txt");
  }

  @Test
  void itOffersNotMuchMoreThanItsShare() {
    assertThat(strategy().find(ContextRequest.about("cache retry", 100), 1, GO)).hasSize(1);
    assertThat(strategy().find(ContextRequest.about("cache retry", 100), 0, GO)).isEmpty();
  }

  @Test
  void itOffersFiveTimesItsShareSoThatThePackerCanChoose() {
    // The first has 21 tokens: with three times the share there would be no room for the second.
    assertThat(strategy().find(ContextRequest.about("retry", 100), 5, GO)).hasSize(2);
  }

  @Test
  void wordsOfAQuestionAreNotLookedFor() {
    List<ContextFragment> found =
        strategy().find(ContextRequest.about("where and how does the jitter go?", 100), 1_000, GO);
    assertThat(found.getFirst().provenance().why()).isEqualTo("has jitter");
    assertThat(found).extracting(ContextFragment::path).containsExactly("retry.txt");
  }

  @Test
  void itNeedsTextAndSomethingToLookFor() {
    SimpleKeyword strategy = strategy();
    Set<Backend> all = Set.of(Backend.TEXT, Backend.SYNTAX);
    assertThat(strategy.canHandle(ContextRequest.about("x", 1), all)).isEqualTo(1);
    assertThat(strategy.canHandle(ContextRequest.about("x", 1), Set.of())).isZero();
    assertThat(strategy.canHandle(ContextRequest.about(" ", 1), all)).isZero();
    assertThat(strategy.name()).isEqualTo("simple-keyword");
    assertThat(strategy.needs()).containsExactly(Backend.TEXT);
  }
}
