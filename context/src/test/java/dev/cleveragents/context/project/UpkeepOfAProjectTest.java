package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.UpkeepStatus.Doing;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What nobody waits for, in a real repository. */
@Timeout(600)
class UpkeepOfAProjectTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final Duration SOON = Duration.ofSeconds(200);

  @TempDir private Path folder;
  private final List<IndexNews> news = new CopyOnWriteArrayList<>();
  private final Equipment equipment = Equipment.standard();

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Shop shop;

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private ProjectContext project;

  @BeforeEach
  void aRepository() throws Exception {
    shop = Shop.in(folder.resolve("shop"));
    project = open();
  }

  @AfterEach
  void close() throws Exception {
    project.close();
    equipment.close();
  }

  private ProjectContext open() throws Exception {
    return ProjectContext.open(
        shop.root(), folder.resolve("state"), equipment, Optional.empty(), PathScope.ALL);
  }

  private void updatedAndSeenTo() throws Exception {
    try (Upkeep upkeep = Upkeep.of(equipment, told -> news.add(told))) {
      project.update(Progress.NONE, GO);
      upkeep.wanted(project);
      await().atMost(SOON).until(() -> upkeep.status(shop.root()).isSettled());
      assertThat(upkeep.status(shop.root()).failure()).isEmpty();
    }
  }

  @Test
  void syntaxIsReadWithoutBeingAskedFor() throws Exception {
    updatedAndSeenTo();
    assertThat(project.status().syntax().bySyntax()).isEqualTo(1);
    assertThat(news).contains(new IndexNews.SyntaxRead(shop.root(), 1));
    assertThat(project.fittedAt()).as("one commit is not enough").isEmpty();
  }

  @Test
  void weightsAreFittedWhenThereIsEnoughHistoryAndDueAgainWhenThereIsMore() throws Exception {
    shop.grow(FittedWeights.FEWEST_COMMITS);
    String first = shop.head();
    updatedAndSeenTo();
    assertThat(project.fittedAt()).contains(first);
    assertThat(project.options().settings().weights().version()).startsWith("fitted-");
    assertThat(news).filteredOn(IndexNews.WeightsFitted.class::isInstance).hasSize(1);

    shop.grow(FittedWeights.NEW_COMMITS - 1);
    assertThat(project.isFitDue(GO)).as("too little is new").isFalse();
    shop.grow(1);
    assertThat(project.isFitDue(GO)).isTrue();
  }

  @Test
  void weightsOfAHistoryThatIsGoneAreFittedAnew() throws Exception {
    shop.grow(FittedWeights.FEWEST_COMMITS);
    project.update(Progress.NONE, GO);
    project.fitWeights(1, Progress.NONE, GO);
    assertThat(project.isFitDue(GO)).isFalse();
    shop.git("reset", "-q", "--hard", "HEAD~1").git("reflog", "expire", "--expire=all", "--all");
    shop.git("gc", "-q", "--prune=now");
    assertThat(project.isFitDue(GO)).isTrue();
  }

  @Test
  void aFolderWithoutHistoryHasNoWeights() throws Exception {
    Path plain = folder.resolve("plain");
    Files.createDirectories(plain);
    Files.writeString(plain.resolve("notes.md"), "# Notes\n");
    project.close();
    project =
        ProjectContext.open(
            plain, folder.resolve("other"), equipment, Optional.empty(), PathScope.ALL);
    try (Upkeep upkeep = Upkeep.of(equipment, told -> news.add(told))) {
      project.update(Progress.NONE, GO);
      upkeep.wanted(project);
      await().atMost(SOON).until(() -> upkeep.status(plain).isSettled());
    }
    assertThat(project.status().syntax().share()).isEqualTo(1);
    assertThat(project.fittedAt()).isEmpty();
  }

  @Test
  void closedInTheMiddleItEndsAndTheNextGoesOn() throws Exception {
    shop.grow(FittedWeights.FEWEST_COMMITS);
    CountDownLatch judging = new CountDownLatch(1);
    AtomicReference<Upkeep> closed = new AtomicReference<>();
    Consumer<IndexNews> listener =
        told -> {
          news.add(told);
          if (told instanceof IndexNews.Working at && at.phase() == Progress.Phase.JUDGING) {
            // On the thread that works: whoever else closes may come when all is done.
            closed.get().close();
            judging.countDown();
          }
        };
    Upkeep upkeep = Upkeep.of(equipment, listener);
    closed.set(upkeep);
    project.update(Progress.NONE, GO);
    upkeep.wanted(project);
    assertThat(judging.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    upkeep.close();
    assertThat(news).noneMatch(IndexNews.Failed.class::isInstance);
    project.close();

    project = open();
    assertThat(project.status().syntax().share()).as("what was read stays").isEqualTo(1);
    assertThat(project.fittedAt()).isEmpty();
    updatedAndSeenTo();
    assertThat(project.fittedAt()).contains(shop.head());
  }

  @Test
  void whileAnotherHasTheLockNothingIsDone() throws Exception {
    project.update(Progress.NONE, GO);
    try (FileChannel channel =
            FileChannel.open(
                project.state().resolve("upkeep.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock held = channel.lock();
        Upkeep upkeep = Upkeep.of(equipment, told -> news.add(told))) {
      assertThat(held.isValid()).isTrue();
      upkeep.wanted(project);
      await().atMost(SOON).until(() -> upkeep.status(shop.root()).doing() == Doing.WAITING);
    }
    assertThat(news).isEmpty();
    assertThat(project.status().syntax().read()).isZero();
  }
}
