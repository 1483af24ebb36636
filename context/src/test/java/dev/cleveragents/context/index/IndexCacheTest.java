package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of an index makes no difference to what it says. */
class IndexCacheTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int MANY = 168;

  @TempDir Path temp;

  private ProjectIndex index(String name, IndexCache memory) throws Exception {
    return ProjectIndex.open(
        temp.resolve(name),
        IndexSettings.STANDARD,
        ThreadFactories.standard(),
        TimeSource.system(),
        memory);
  }

  private static void update(ProjectIndex index, GitRepository repository) throws Exception {
    index.update(TestGit.tree(repository), Progress.NONE, GO);
    index.updateSyntax(new WordParser(), Progress.NONE, GO);
  }

  private static Optional<byte[]> bytes(String text) {
    return Optional.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsRememberedNeitherGetsOldNorIsSeenThroughAnOverlay() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    repository.write("a.txt", "alpha\n").write("b.txt", "beta\n");
    try (ProjectIndex index = index("index", new IndexCache())) {
      update(index, repository);
      try (IndexSnapshot first = index.snapshot()) {
        assertThat(first.text("a.txt")).contains("alpha\n");
        assertThat(first.contains("c.txt")).isFalse();
        assertThat(first.parsed("a.txt")).isPresent();
        repository.write("a.txt", "gamma\n").write("c.txt", "delta\n");
        update(index, repository);
        try (IndexSnapshot second = index.snapshot();
            IndexSnapshot over =
                second.overlay(
                    Map.of("a.txt", bytes("over\n"), "b.txt", Optional.empty()),
                    new WordParser(),
                    GO)) {
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
    IndexCache shared = new IndexCache();
    GitRepository one = GitRepository.init(temp.resolve("one")).write("a.txt", "alpha\n");
    GitRepository two = GitRepository.init(temp.resolve("two")).write("a.txt", "beta\n");
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
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    for (int i = 0; i < MANY; i++) {
      repository.write("f%03d.def".formatted(i), "def alpha\nuse beta\n");
    }
    for (IndexCache memory : List.of(new IndexCache(), new IndexCache(0))) {
      try (ProjectIndex index = index("index", memory)) {
        update(index, repository);
        try (IndexSnapshot all = index.snapshot();
            IndexSnapshot less =
                all.overlay(Map.of("f000.def", Optional.empty()), new WordParser(), GO)) {
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
  void oneThatMayHoldNothingStillAnswers() throws Exception {
    GitRepository repository =
        GitRepository.init(temp.resolve("repository")).write("a.txt", "alpha\n");
    try (ProjectIndex index = index("index", new IndexCache(0))) {
      update(index, repository);
      try (IndexSnapshot snapshot = index.snapshot()) {
        assertThat(snapshot.text("a.txt")).contains("alpha\n");
        assertThat(snapshot.parsed("a.txt")).isPresent();
      }
    }
  }

  @Test
  void piecesOfOneScoreAreInTheOrderOfTheirPathsHoweverManyThereAre() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    try (ProjectIndex index = index("index", new IndexCache())) {
      for (int i = MANY - 1; i >= 0; i--) {
        repository.write("f%03d.txt".formatted(i), "alpha\n");
        if (i == MANY / 2 || i == 0) {
          // Those with the later paths are in the index first.
          index.update(TestGit.tree(repository), Progress.NONE, GO);
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
