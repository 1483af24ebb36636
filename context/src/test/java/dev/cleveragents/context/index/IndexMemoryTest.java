package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of an index makes no difference to what it says. */
class IndexMemoryTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int MANY = SegmentReading.MOST_HOLDERS + 40;

  @TempDir Path temp;

  private ProjectIndex index(String name, IndexMemory memory) throws Exception {
    return ProjectIndex.open(
        temp.resolve(name),
        IndexSettings.STANDARD,
        Threads.standard(),
        TimeSource.system(),
        memory);
  }

  private static void update(ProjectIndex index, Repository repository) throws Exception {
    index.update(repository.tree(), Progress.NONE, GO);
    index.updateSyntax(new WordsReader(), Progress.NONE, GO);
  }

  private static Optional<byte[]> bytes(String text) {
    return Optional.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsRememberedNeitherGetsOldNorIsSeenThroughAnOverlay() throws Exception {
    Repository repository = Repository.init(temp.resolve("repository"));
    repository.write("a.txt", "alpha\n").write("b.txt", "beta\n");
    try (ProjectIndex index = index("index", new IndexMemory())) {
      update(index, repository);
      try (IndexSnapshot first = index.snapshot()) {
        assertThat(first.text("a.txt")).contains("alpha\n");
        assertThat(first.contains("c.txt")).isFalse();
        assertThat(first.parsed("a.txt")).isPresent();
        repository.write("a.txt", "gamma\n").write("c.txt", "delta\n");
        update(index, repository);
        try (IndexSnapshot second = index.snapshot();
            IndexSnapshot over =
                second.overlay(Map.of("a.txt", bytes("over\n"), "b.txt", Optional.empty()))) {
          assertThat(first.text("a.txt")).contains("alpha\n");
          assertThat(first.contains("c.txt")).isFalse();
          assertThat(second.text("a.txt")).contains("gamma\n");
          assertThat(second.text("c.txt")).contains("delta\n");
          assertThat(over.text("a.txt")).contains("over\n");
          assertThat(over.contains("b.txt")).isFalse();
          assertThat(over.text("c.txt")).contains("delta\n");
        }
      }
    }
  }

  @Test
  void twoIndexesThatShareAMemoryDoNotMixTheirFiles() throws Exception {
    IndexMemory shared = new IndexMemory();
    Repository one = Repository.init(temp.resolve("one")).write("a.txt", "alpha\n");
    Repository two = Repository.init(temp.resolve("two")).write("a.txt", "beta\n");
    try (ProjectIndex first = index("first", shared);
        ProjectIndex second = index("second", shared)) {
      update(first, one);
      update(second, two);
      for (int i = 0; i < 2; i++) {
        try (IndexSnapshot a = first.snapshot();
            IndexSnapshot b = second.snapshot()) {
          assertThat(a.text("a.txt")).contains("alpha\n");
          assertThat(b.text("a.txt")).contains("beta\n");
        }
      }
    }
  }

  @Test
  void aNameThatVeryManyHaveIsFoundInAllOfThemAndInNoneThatIsGone() throws Exception {
    Repository repository = Repository.init(temp.resolve("repository"));
    for (int i = 0; i < MANY; i++) {
      repository.write("f%03d.def".formatted(i), "def alpha\nuse beta\n");
    }
    for (IndexMemory memory : List.of(new IndexMemory(), new IndexMemory(0))) {
      try (ProjectIndex index = index("index", memory)) {
        update(index, repository);
        try (IndexSnapshot all = index.snapshot();
            IndexSnapshot less = all.overlay(Map.of("f000.def", Optional.empty()))) {
          List<String> paths = all.paths();
          assertThat(all.pathsDefining("alpha")).hasSize(MANY).isEqualTo(paths);
          assertThat(all.pathsReferringTo("beta")).isEqualTo(paths);
          assertThat(all.pathsDefining("alpha", MANY)).contains(paths);
          assertThat(all.pathsDefining("alpha", MANY - 1)).isEmpty();
          assertThat(all.pathsReferringTo("beta", 3)).isEmpty();
          assertThat(all.pathsDefining("beta", 3)).contains(List.of());
          assertThat(less.pathsDefining("alpha", MANY - 1)).contains(paths.subList(1, MANY));
        }
      }
    }
  }

  @Test
  void neverWeighsMoreThanItsLimitAndForgetsWhatWasUsedLongestAgo() {
    Remembered<Integer, String> kept = new Remembered<>(16 * 100);
    for (int i = 0; i < 10_000; i++) {
      assertThat(kept.get(0).isPresent()).isEqualTo(i > 0);
      kept.put(0, "used", 1);
      kept.put(i, "x", 10);
      assertThat(kept.weight()).isLessThanOrEqualTo(1_600);
    }
    assertThat(kept.get(9_999)).contains("x");
    assertThat(kept.get(1)).isEmpty();
    kept.put(5, "too heavy", 101);
    assertThat(kept.get(5)).isEmpty();
  }

  @Test
  void oneThatMayHoldNothingStillAnswers() throws Exception {
    Repository repository = Repository.init(temp.resolve("repository")).write("a.txt", "alpha\n");
    try (ProjectIndex index = index("index", new IndexMemory(0))) {
      update(index, repository);
      try (IndexSnapshot snapshot = index.snapshot()) {
        assertThat(snapshot.text("a.txt")).contains("alpha\n");
        assertThat(snapshot.parsed("a.txt")).isPresent();
      }
    }
  }

  @Test
  void piecesOfOneScoreAreInTheOrderOfTheirPathsHoweverManyThereAre() throws Exception {
    Repository repository = Repository.init(temp.resolve("repository"));
    try (ProjectIndex index = index("index", new IndexMemory())) {
      for (int i = MANY - 1; i >= 0; i--) {
        repository.write("f%03d.txt".formatted(i), "alpha\n");
        if (i == MANY / 2 || i == 0) {
          // Those with the later paths are in the index first.
          index.update(repository.tree(), Progress.NONE, GO);
        }
      }
      try (IndexSnapshot snapshot = index.snapshot()) {
        List<String> paths = snapshot.paths();
        for (int limit : List.of(1, 5, MANY - 60, MANY - 1, MANY, MANY + 5)) {
          assertThat(snapshot.search("alpha", limit))
              .extracting(Hit::path)
              .isEqualTo(paths.subList(0, Math.min(limit, MANY)));
        }
      }
    }
  }
}
