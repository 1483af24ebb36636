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
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Syntax is read ahead by one step while the step before is written. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SyntaxUpdateTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int STEP = 2;

  @TempDir Path temp;
  private GitRepository repository;
  private final CountDownLatch writerMayGoOn = new CountDownLatch(1);
  private final List<List<String>> asked = new ArrayList<>();

  @BeforeEach
  void init() throws Exception {
    repository = GitRepository.init(temp.resolve("repository"));
    for (String name : List.of("a", "b", "c", "d")) {
      repository.write(name + ".def", "def " + name + "\n");
    }
  }

  private ProjectIndex index() throws Exception {
    return ProjectIndex.open(
        temp.resolve("index"),
        new IndexSettings(IndexRules.STANDARD, STEP),
        ThreadFactories.standard(),
        TimeSource.system(),
        new IndexCache());
  }

  /** An update that has begun to write and is held up there. */
  private CompletableFuture<UpdateResult> heldUp(ProjectIndex index, SourceTree tree)
      throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<UpdateResult> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                result.complete(
                    index.update(
                        tree,
                        (phase, at, total) -> {
                          begun.countDown();
                          awaited(writerMayGoOn);
                        },
                        GO));
              } catch (Exception e) {
                result.completeExceptionally(e);
              }
            });
    awaited(begun);
    return result;
  }

  private static void awaited(CountDownLatch latch) {
    try {
      if (!latch.await(90, TimeUnit.SECONDS)) {
        throw new IllegalStateException("No other thread came");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anUpdateOfTheTextMayComeBetweenTwoSteps() throws Exception {
    GitTree first = TestGit.tree(repository);
    GitTree second = TestGit.tree(repository.write("e.def", "def e\n"));
    List<CompletableFuture<UpdateResult>> other = new ArrayList<>();
    try (ProjectIndex index = index()) {
      index.update(first, Progress.NONE, GO);
      index.updateSyntax(
          (files, token) -> {
            asked.add(files.stream().map(SourceFile::path).toList());
            if (asked.size() == 1) {
              other.add(begun(index, second));
              writerMayGoOn.countDown();
            }
            return new WordParser().read(files, token);
          },
          Progress.NONE,
          GO);

      assertThat(other.getFirst().get(90, TimeUnit.SECONDS).outcome())
          .isEqualTo(UpdateResult.Outcome.UPDATED);
      assertThat(asked.stream().flatMap(List::stream))
          .containsExactlyInAnyOrder("a.def", "b.def", "c.def", "d.def", "e.def");
      assertThat(index.status().syntax()).isEqualTo(new IndexStatus.Coverage(5, 5, 5));
    }
  }

  @Test
  void itEndsWhereAnotherProcessWrites() throws Exception {
    GitTree first = TestGit.tree(repository);
    GitTree second = TestGit.tree(repository.write("e.def", "def e\n"));
    List<CompletableFuture<UpdateResult>> other = new ArrayList<>();
    try (ProjectIndex index = index();
        ProjectIndex another = index()) {
      index.update(first, Progress.NONE, GO);
      UpdateResult result =
          index.updateSyntax(
              (files, token) -> {
                asked.add(files.stream().map(SourceFile::path).toList());
                other.add(begun(another, second));
                return new WordParser().read(files, token);
              },
              Progress.NONE,
              GO);

      assertThat(result.outcome()).isEqualTo(UpdateResult.Outcome.BUSY);
      assertThat(asked).hasSize(1);
      writerMayGoOn.countDown();
      assertThat(other.getFirst().get(90, TimeUnit.SECONDS).outcome())
          .isEqualTo(UpdateResult.Outcome.UPDATED);
    }
  }

  @Test
  void whatAParserThrowsIsThrown() throws Exception {
    try (ProjectIndex index = index()) {
      index.update(TestGit.tree(repository), Progress.NONE, GO);
      assertThatThrownBy(
              () ->
                  index.updateSyntax(
                      (files, token) -> {
                        asked.add(files.stream().map(SourceFile::path).toList());
                        if (asked.size() == 2) {
                          throw new CancelledException(CancellationCause.requested("enough"));
                        }
                        return new WordParser().read(files, token);
                      },
                      Progress.NONE,
                      GO))
          .isInstanceOf(CancelledException.class);
    }
  }

  private CompletableFuture<UpdateResult> begun(ProjectIndex index, SourceTree tree) {
    try {
      return heldUp(index, tree);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
