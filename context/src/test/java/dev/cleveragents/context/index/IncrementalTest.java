package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index that was updated many times answers as one that was made new. */
class IncrementalTest {

  private static final CancellationToken GO = CancellationToken.none();

  private static final IndexSettings SMALL =
      new IndexSettings(new IndexRules(2_000, (_, text) -> text, "small"), 25);

  @TempDir Path temp;

  private ProjectIndex index(String name) throws Exception {
    return ProjectIndex.open(
        temp.resolve(name),
        SMALL,
        ThreadFactories.standard(),
        TimeSource.system(),
        new IndexCache());
  }

  private IndexAnswers fresh(SourceTree tree, boolean syntax, int round) throws Exception {
    try (ProjectIndex fresh = index("fresh" + round)) {
      fresh.update(tree, Progress.NONE, GO);
      if (syntax) {
        fresh.updateSyntax(new WordParser(), Progress.NONE, GO);
      }
      return answers(fresh);
    }
  }

  private static IndexAnswers answers(ProjectIndex index) {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return IndexAnswers.of(snapshot, Edits.WORDS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void editsRenamesAndDeletesOfARepositoryLeaveNoTrace(long seed) throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    follow(seed, repository.directory(), () -> TestGit.tree(repository));
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void editsRenamesAndDeletesOfAFolderLeaveNoTrace(long seed) throws Exception {
    Path folder = Files.createDirectory(temp.resolve("folder"));
    follow(seed, folder, () -> TestGit.folder(folder));
  }

  private void follow(long seed, Path folder, Supplier<SourceTree> tree) throws Exception {
    Edits edits = new Edits(seed);
    try (ProjectIndex index = index("index")) {
      for (int round = 0; round < 7; round++) {
        Edits.apply(edits.some(round == 0 ? 60 : 8), folder);
        SourceTree now = tree.get();
        UpdateResult result = index.update(now, Progress.NONE, GO);
        boolean syntax = round % 3 == 0;
        if (syntax) {
          index.updateSyntax(new WordParser(), Progress.NONE, GO);
          assertThat(answers(index))
              .as("seed %d, round %d", seed, round)
              .isEqualTo(fresh(now, true, round));
        } else {
          assertThat(withoutSyntax(answers(index)))
              .as("seed %d, round %d", seed, round)
              .isEqualTo(withoutSyntax(fresh(now, false, round)));
        }
        assertThat(result.rebuilt()).isEmpty();
        assertThat(index.update(now, Progress.NONE, GO).outcome())
            .isEqualTo(UpdateResult.Outcome.UNCHANGED);
      }
    }
  }

  /** Of an index whose files are read by syntax in part, what does not depend on that. */
  private static Object withoutSyntax(IndexAnswers answers) {
    return Map.of("paths", answers.paths(), "texts", answers.texts(), "skipped", answers.skipped());
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7})
  void anOverlayAnswersAsTheIndexOfTheOverlaidTree(long seed) throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    Edits edits = new Edits(seed);
    Edits.apply(edits.some(60), repository.directory());
    try (ProjectIndex index = index("index")) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      Edits.apply(edits.some(10), repository.directory());
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      index.updateSyntax(new WordParser(), Progress.NONE, GO);
      Map<String, Optional<byte[]>> changes = edits.some(25);
      Map<String, Optional<byte[]>> more = edits.some(10);
      IndexSnapshot twice;
      try (IndexSnapshot below = index.snapshot();
          IndexSnapshot over = below.overlay(changes, new WordParser(), GO)) {
        Edits.apply(changes, repository.directory());
        assertThat(IndexAnswers.of(over, Edits.WORDS))
            .as("seed %d", seed)
            .isEqualTo(fresh(TestGit.tree(repository), true, 0));
        twice = over.overlay(more, new WordParser(), GO);
      }
      try (twice) {
        index.update(TestGit.tree(repository), Progress.NONE, GO);
        Edits.apply(more, repository.directory());
        assertThat(IndexAnswers.of(twice, Edits.WORDS))
            .as("seed %d, twice", seed)
            .isEqualTo(fresh(TestGit.tree(repository), true, 1));
      }
    }
  }
}
