package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An update that does not come to its end harms no reader, and the next one goes on from there. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnfinishedTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final List<String> WORDS = List.of("old", "fresh", "common", "number");

  @TempDir Path temp;
  private GitRepository repository;

  @BeforeEach
  void init() throws Exception {
    repository = GitRepository.init(temp.resolve("repository"));
  }

  private ProjectIndex index(String name) throws Exception {
    return ProjectIndex.open(
        temp.resolve(name),
        new IndexSettings(IndexRules.STANDARD, 10),
        ThreadFactories.standard(),
        TimeSource.system(),
        new IndexCache());
  }

  private GitTree tree(String word, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      repository.write("f" + i + ".txt", "common " + word + "\nnumber" + i + "\n");
    }
    return TestGit.tree(repository);
  }

  private static IndexAnswers answers(ProjectIndex index) {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return IndexAnswers.of(snapshot, WORDS);
    }
  }

  private IndexAnswers madeNew(SourceTree tree) throws Exception {
    try (ProjectIndex index = index("new")) {
      index.update(tree, Progress.NONE, GO);
      return answers(index);
    }
  }

  @Test
  void cancelledAtEveryStepItContinuesAndEndsRight() throws Exception {
    GitTree first = tree("old", 0, 35);
    GitTree second = tree("fresh", 5, 40);
    try (ProjectIndex index = index("index")) {
      index.update(first, Progress.NONE, GO);
      IndexAnswers before = answers(index);
      List<Long> stops = new ArrayList<>();
      int stop = 0;
      boolean ended = false;
      while (!ended) {
        int last = stop++;
        try (CancellationSource source = new CancellationSource()) {
          int[] calls = {0};
          index.update(
              second,
              (phase, done, total) -> {
                if (calls[0]++ == last && phase != Progress.Phase.PUBLISHED) {
                  stops.add(total - done);
                  source.cancel(CancellationCause.requested("a test"));
                }
              },
              source.token());
          ended = true;
        } catch (CancelledException e) {
          assertThat(answers(index)).isEqualTo(before);
        }
      }
      assertThat(stops).hasSizeGreaterThan(3);
      assertThat(answers(index)).isEqualTo(madeNew(second));
    }
  }

  @Test
  void whatWasWrittenDownBeforeACancelIsNotDoneAgain() throws Exception {
    GitTree tree = tree("old", 0, 40);
    try (ProjectIndex index = index("index");
        CancellationSource source = new CancellationSource()) {
      assertThatThrownBy(
              () ->
                  index.update(
                      tree,
                      (phase, done, total) -> {
                        if (done >= 20) {
                          source.cancel(CancellationCause.requested("a test"));
                        }
                      },
                      source.token()))
          .isInstanceOf(CancelledException.class);

      assertThat(index.status().unfinished()).isTrue();
      assertThat(index.status().files()).isZero();
      assertThat(index.updateSyntax(new WordParser(), Progress.NONE, GO).outcome())
          .isEqualTo(UpdateResult.Outcome.UNCHANGED);
      assertThat(index.update(tree, Progress.NONE, GO).written()).isLessThanOrEqualTo(20);
      assertThat(index.status().unfinished()).isFalse();
      assertThat(index.status().files()).isEqualTo(40);
    }
  }

  @Test
  void syntaxIsNotPublishedOverAnUnfinishedUpdate() throws Exception {
    GitTree first = tree("old", 0, 20);
    GitTree second = tree("fresh", 0, 20);
    try (ProjectIndex index = index("index");
        CancellationSource source = new CancellationSource()) {
      index.update(first, Progress.NONE, GO);
      IndexAnswers before = answers(index);
      assertThatThrownBy(
              () ->
                  index.update(
                      second,
                      (phase, done, total) -> {
                        if (done >= 10) {
                          source.cancel(CancellationCause.requested("a test"));
                        }
                      },
                      source.token()))
          .isInstanceOf(CancelledException.class);

      assertThat(index.updateSyntax(new WordParser(), Progress.NONE, GO).outcome())
          .isEqualTo(UpdateResult.Outcome.UNFINISHED);
      assertThat(answers(index)).isEqualTo(before);
    }
  }

  @Test
  void theSyntaxOfAFileThatChangedMeanwhileIsReadAgain() throws Exception {
    repository.write("a.def", "def Old\n").write("b.def", "def Same\n");
    GitTree first = TestGit.tree(repository);
    GitTree second = TestGit.tree(repository.write("a.def", "def Fresh\n"));
    try (ProjectIndex index = index("index")) {
      index.update(first, Progress.NONE, GO);
      List<List<String>> asked = new ArrayList<>();
      index.updateSyntax(
          (files, token) -> {
            asked.add(files.stream().map(SourceFile::path).toList());
            updated(index, second);
            return new WordParser().read(files, token);
          },
          Progress.NONE,
          GO);

      assertThat(asked).containsExactly(List.of("a.def", "b.def"), List.of("a.def"));
      try (IndexSnapshot snapshot = index.snapshot()) {
        assertThat(snapshot.text("a.def")).contains("def Fresh\n");
        assertThat(snapshot.pathsDefining("Old")).isEmpty();
        assertThat(snapshot.pathsDefining("Fresh")).containsExactly("a.def");
        assertThat(snapshot.pathsDefining("Same")).containsExactly("b.def");
      }
    }
  }

  private static void updated(ProjectIndex index, GitTree tree) throws InterruptedException {
    try {
      index.update(tree, Progress.NONE, GO);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void killedInTheMiddleItContinuesAndEndsRight() throws Exception {
    GitTree first = tree("old", 0, 30);
    GitTree second = tree("fresh", 5, 40);
    try (ProjectIndex index = index("index")) {
      index.update(first, Progress.NONE, GO);
      IndexAnswers before = answers(index);
      Process child =
          ChildIndexer.startedUpTo(
              20, temp.resolve("index"), repository.directory(), TestGit.id(second));
      child.destroyForcibly();
      assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();

      assertThat(index.status().unfinished()).isTrue();
      assertThat(answers(index)).isEqualTo(before);
      assertThat(index.update(second, Progress.NONE, GO).written()).isLessThanOrEqualTo(30);
      assertThat(answers(index)).isEqualTo(madeNew(second));
    }
  }

  @Test
  void whileAnotherProcessWritesThisOneReadsAndSaysSo() throws Exception {
    GitTree first = tree("old", 0, 30);
    GitTree second = tree("fresh", 5, 40);
    try (ProjectIndex index = index("index")) {
      index.update(first, Progress.NONE, GO);
      IndexAnswers before = answers(index);
      Process child =
          ChildIndexer.startedUpTo(
              20, temp.resolve("index"), repository.directory(), TestGit.id(second));
      try {
        assertThat(index.update(second, Progress.NONE, GO).outcome())
            .isEqualTo(UpdateResult.Outcome.BUSY);
        assertThat(index.updateSyntax(new WordParser(), Progress.NONE, GO).outcome())
            .isEqualTo(UpdateResult.Outcome.BUSY);
        assertThat(index.clear(GO)).isFalse();
        assertThat(answers(index)).isEqualTo(before);
      } finally {
        child.destroyForcibly();
        assertThat(child.waitFor(90, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(index.update(second, Progress.NONE, GO).outcome())
          .isEqualTo(UpdateResult.Outcome.UPDATED);
    }
  }

  @Test
  void aReaderOfAnotherOpenIndexSeesWhatIsPublished() throws Exception {
    try (ProjectIndex writer = index("index");
        ProjectIndex reader = index("index")) {
      writer.update(tree("old", 0, 5), Progress.NONE, GO);
      IndexAnswers first = answers(reader);
      writer.update(tree("fresh", 0, 5), Progress.NONE, GO);

      assertThat(first).isNotEqualTo(answers(writer));
      assertThat(answers(reader)).isEqualTo(answers(writer));
    }
  }
}
