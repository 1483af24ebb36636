package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors are made once for each text, found where it stands, and survive whatever stops them. */
@Timeout(300)
class VectorStoreTest {

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void vectorsThatFollowedManyEditsAnswerAsNewOnes(long seed) throws Exception {
    Edits edits = new Edits(seed);
    try (Embedded kept = Embedded.in(temp, new WordVectors())) {
      for (int round = 0; round < 5; round++) {
        Edits.apply(edits.some(round == 0 ? 60 : 12), kept.folder());
        kept.indexed().embed(Embedded.GO);
        try (Embedded fresh =
            Embedded.in(temp, "fresh" + round, new WordVectors(), Nearest.LOOKS_AT_EACH)) {
          fresh.embed(Embedded.GO);
          assertThat(kept.answers(Edits.WORDS))
              .as("seed %d, round %d", seed, round)
              .isEqualTo(fresh.answers(Edits.WORDS));
          assertThat(kept.coverage()).isEqualTo(fresh.coverage());
          assertThat(kept.coverage().share()).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void findsWhatIsNearest() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.write("a/bread.txt", "flour water salt yeast oven\n");
      project.write("b/boat.txt", "sail rudder anchor harbour wind\n");
      project.indexed().embed(Embedded.GO);
      assertThat(project.nearest("anchor and sail", 1))
          .singleElement()
          .satisfies(
              hit -> {
                assertThat(hit.path()).isEqualTo("b/boat.txt");
                assertThat(hit.lines().first()).isEqualTo(1);
                assertThat(hit.score()).isBetween(0.2f, 1f);
              });
      assertThat(project.nearest("oven", 5)).hasSize(2);
      assertThat(project.nearest("  ", 5)).isEmpty();
      assertThat(project.nearest("oven", 0)).isEmpty();
    }
  }

  @Test
  void theGraphOfNeighboursFindsTheNearestToo() throws Exception {
    List<Hit> best;
    try (Embedded exact = Embedded.in(temp, new WordVectors())) {
      exact.writeMany(20, 20).indexed().embed(Embedded.GO);
      best = exact.nearest("f7 p3", 1);
    }
    try (Embedded graph = Embedded.in(temp, "vectors", new WordVectors(), 0)) {
      Hit found = graph.nearest("f7 p3", 1).getFirst();
      assertThat(found.path()).isEqualTo(best.getFirst().path());
      assertThat(found.lines()).isEqualTo(best.getFirst().lines());
      assertThat(found.score()).isCloseTo(best.getFirst().score(), within(1e-4f));
    }
  }

  @Test
  void aTextIsEmbeddedOnceWhereverItMoves() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.write("one.txt", "flour water\n").write("two.txt", "sail rudder\n");
      assertThat(project.indexed().embed(Embedded.GO).written()).isEqualTo(2);
      Files.move(project.folder().resolve("one.txt"), project.folder().resolve("three.txt"));
      project.write("four.txt", "flour water\n");
      UpdateResult moved = project.indexed().embed(Embedded.GO);
      assertThat(moved.outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
      assertThat(moved.removed()).isEqualTo(1);
      assertThat(project.model().asked()).containsExactlyInAnyOrder("flour water", "sail rudder");
      assertThat(project.nearest("flour", 2))
          .extracting(Hit::path)
          .containsExactly("four.txt", "three.txt");
      assertThat(project.embed(Embedded.GO).outcome()).isEqualTo(UpdateResult.Outcome.UNCHANGED);
    }
  }

  @Test
  void vectorsThatNothingNeedsAreForgottenOnceTheyAreTheMost() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.write("a.txt", "first\n").write("b.txt", "second\n").indexed().embed(Embedded.GO);
      project.write("a.txt", "third\n").indexed().embed(Embedded.GO);
      project.write("a.txt", "first\n").indexed().embed(Embedded.GO);
      assertThat(project.model().asked()).containsExactlyInAnyOrder("first", "second", "third");
      Files.delete(project.folder().resolve("a.txt"));
      project.indexed().embed(Embedded.GO);
      project.write("a.txt", "first\n").indexed().embed(Embedded.GO);
      assertThat(project.model().asked()).filteredOn("first"::equals).hasSize(2);
    }
  }

  @Test
  void anUpdateThatWasCancelledIsGoneOnWith() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors());
        CancellationSource stop = new CancellationSource()) {
      project.writeMany(30, 25).indexed();
      AtomicInteger calls = new AtomicInteger();
      project
          .model()
          .before(
              () -> {
                if (calls.incrementAndGet() == 15) {
                  stop.cancel(CancellationCause.requested("enough"));
                }
              });
      assertThatThrownBy(() -> project.embed(stop.token())).isInstanceOf(CancelledException.class);
      VectorSnapshot.Coverage halfway = project.coverage();
      assertThat(halfway.chunks()).isEqualTo(750);
      assertThat(halfway.embedded()).isBetween(256, 512);
      assertThat(project.nearest("f1 p1", 1)).hasSize(1);
      int before = project.model().asked().size();
      project.embed(Embedded.GO);
      assertThat(project.coverage().share()).isEqualTo(1);
      assertThat(project.model().asked().size() - before).isEqualTo(750 - halfway.embedded());
    }
  }

  @Test
  void whatAKillLeavesOnDiskIsGoneOnFrom() throws Exception {
    Path left = temp.resolve("left");
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.writeMany(30, 25).indexed();
      AtomicInteger calls = new AtomicInteger();
      project
          .model()
          .before(
              () -> {
                if (calls.incrementAndGet() == 20) {
                  copy(temp.resolve("vectors"), left);
                }
              });
      project.embed(Embedded.GO);
      assertThat(project.coverage().share()).isEqualTo(1);
      try (Embedded after = Embedded.in(temp, "left", new WordVectors(), Nearest.LOOKS_AT_EACH)) {
        VectorSnapshot.Coverage found = after.coverage();
        assertThat(found.embedded()).isBetween(256, 749);
        after.embed(Embedded.GO);
        assertThat(after.model().asked()).hasSize(750 - found.embedded());
        assertThat(after.answers(List.of("f3 p4", "p9 l2")))
            .isEqualTo(project.answers(List.of("f3 p4", "p9 l2")));
      }
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectories(to);
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theModelIsAskedOnPlatformThreadsOnly() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.write("a.txt", "flour water\n").indexed();
      Callable<List<Hit>> both =
          () -> {
            project.embed(Embedded.GO);
            return project.nearest("flour", 1);
          };
      FutureTask<List<Hit>> task = new FutureTask<>(both);
      Thread.ofVirtual().start(task);
      assertThat(task.get(60, TimeUnit.SECONDS)).hasSize(1);
      assertThat(project.model().threads()).hasSize(2).noneMatch(Thread::isVirtual);
    }
  }

  @Test
  void closingEndsAnUpdateAndLeavesOpenSnapshots() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    Embedded project = Embedded.in(temp, new WordVectors());
    project.write("a.txt", "flour water\n").indexed().embed(Embedded.GO);
    IndexSnapshot before = project.snapshot();
    VectorSnapshot open = project.vectors().snapshot();
    project.writeMany(20, 20).indexed();
    project
        .model()
        .before(
            () -> {
              asked.countDown();
              try {
                assertThat(answer.await(100, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    FutureTask<UpdateResult> update = new FutureTask<>(() -> project.embed(Embedded.GO));
    Thread.ofPlatform().start(update);
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    FutureTask<Boolean> closing =
        new FutureTask<>(
            () -> {
              project.vectors().close();
              return true;
            });
    Thread closer = Thread.ofPlatform().start(closing);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> !closer.isAlive() || closer.getState() == Thread.State.WAITING);
    assertThat(closing.isDone()).as("it waits for the model").isFalse();
    answer.countDown();
    assertThat(closing.get(60, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(() -> update.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CancelledException.class);
    assertThat(open.nearest("flour", before, 1, Embedded.GO)).hasSize(1);
    open.close();
    open.close();
    before.close();
    assertThatThrownBy(() -> project.embed(Embedded.GO)).isInstanceOf(CancelledException.class);
    project.close();
    project.close();
  }

  @Test
  void anotherModelStartsAnew() throws Exception {
    try (Embedded old = Embedded.in(temp, new WordVectors("old", 16))) {
      old.write("a.txt", "flour water\n").indexed().embed(Embedded.GO);
    }
    try (Embedded project = Embedded.in(temp, new WordVectors("new", 24))) {
      assertThat(project.coverage().embedded()).isZero();
      assertThat(project.nearest("flour", 1)).isEmpty();
      assertThat(project.embed(Embedded.GO).rebuilt())
          .hasValue("they were of old/16 and are now of new/24");
      assertThat(project.nearest("flour", 1)).hasSize(1);
    }
  }

  @Test
  void aDamagedFolderReadsAsEmptyAndIsMadeNew() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.write("a.txt", "flour water\n").indexed().embed(Embedded.GO);
      try (Stream<Path> files = Files.list(temp.resolve("vectors"))) {
        for (Path file : files.filter(f -> !f.endsWith("write.lock")).toList()) {
          Files.write(file, new byte[] {1, 2});
        }
      }
      assertThat(project.nearest("flour", 1)).isEmpty();
      assertThat(project.embed(Embedded.GO).rebuilt()).isPresent();
      assertThat(project.nearest("flour", 1)).hasSize(1);
    }
  }

  @Test
  void whoComesWhileAnotherWritesIsToldSoAndEmbedsNothing() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors());
        Embedded other = Embedded.in(temp, new WordVectors())) {
      project.write("a.txt", "flour water\n").indexed();
      AtomicReference<UpdateResult> told = new AtomicReference<>();
      project
          .model()
          .before(
              () -> {
                try {
                  told.set(other.embed(Embedded.GO));
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      project.embed(Embedded.GO);
      assertThat(told.get().outcome()).isEqualTo(UpdateResult.Outcome.BUSY);
      assertThat(other.model().asked()).isEmpty();
      assertThat(other.nearest("flour", 1)).as("it sees what was published").hasSize(1);
      assertThat(other.vectors().clear(Embedded.GO)).isTrue();
      assertThat(project.nearest("flour", 1)).isEmpty();
    }
  }

  @Test
  void oneVectorPerDifferentText() throws Exception {
    try (Embedded project = Embedded.in(temp, new WordVectors())) {
      project.writeMany(3, 4).write("blank.txt", "\n \n").write("empty.txt", "").indexed();
      project.embed(Embedded.GO);
      List<String> asked = project.model().asked();
      assertThat(new HashSet<>(asked)).hasSize(asked.size()).hasSize(12);
      assertThat(project.coverage()).isEqualTo(new VectorSnapshot.Coverage(12, 12));
    }
  }
}
