package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Readers see one whole tree or the other, whatever is being written. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadersDuringUpdateTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final List<String> FRUITS = List.of("apple", "pear", "plum");

  @TempDir Path temp;

  @Test
  void allFilesOfASnapshotAreOfOneTree() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("repository"));
    GitTree[] trees = new GitTree[3];
    for (int version = 0; version < trees.length; version++) {
      for (int i = 0; i < 30; i++) {
        repository.write("f" + i + ".txt", FRUITS.get(version) + " shared\n");
      }
      trees[version] = TestGit.tree(repository);
    }
    try (ProjectIndex index =
            ProjectIndex.open(
                temp.resolve("index"),
                new IndexSettings(IndexRules.STANDARD, 10),
                ThreadFactories.standard(),
                TimeSource.system(),
                new IndexCache());
        Scope scope = Scope.open("readers", ThreadFactories.standard(), GO)) {
      index.update(trees[0], Progress.NONE, GO);
      IndexSnapshot old = index.snapshot();
      CountDownLatch middle = new CountDownLatch(1);
      CountDownLatch seen = new CountDownLatch(1);
      Fork<UpdateResult> update =
          scope.forkPlatform(
              "update",
              () ->
                  index.update(
                      trees[1],
                      (phase, done, total) -> {
                        if (phase == Progress.Phase.TEXT && done >= 20) {
                          middle.countDown();
                          await(seen);
                        }
                      },
                      GO));
      await(middle);
      List<Fork<String>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        readers.add(scope.fork("reader", () -> versionsIn(index)));
      }
      for (Fork<String> reader : readers) {
        assertThat(reader.join(SOON)).isEqualTo("apple");
      }
      seen.countDown();
      assertThat(update.join(SOON).outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
      assertThat(versionsIn(index)).isEqualTo("pear");

      index.update(trees[2], Progress.NONE, GO);
      assertThat(index.clear(GO)).isTrue();
      assertThat(versionsIn(old)).isEqualTo("apple");
      assertThat(old.search("apple", 100)).hasSize(30);
      assertThat(old.search("pear", 100)).isEmpty();
      old.close();
    }
  }

  private static String versionsIn(ProjectIndex index) {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return versionsIn(snapshot);
    }
  }

  /** What all files say, which is the same. */
  private static String versionsIn(IndexSnapshot snapshot) {
    List<String> versions =
        snapshot.paths().stream()
            .map(path -> snapshot.text(path).orElseThrow().split(" ", 2)[0])
            .distinct()
            .toList();
    assertThat(snapshot.paths()).hasSize(30);
    assertThat(versions).hasSize(1);
    return versions.getFirst();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(SOON.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("Waited too long");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
