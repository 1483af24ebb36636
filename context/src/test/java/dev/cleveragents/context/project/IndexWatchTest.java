package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A project is followed, with a real file system under it. */
@Timeout(600)
class IndexWatchTest {

  private static final Duration SOON = Duration.ofSeconds(100);

  /** On a busy machine the first update may take a second, and then it is a minute to the next. */
  private static final Duration OFTEN = Duration.ofSeconds(5);

  @TempDir private Path folder;
  private final Equipment equipment = Equipment.standard();
  private final BlockingQueue<IndexNews> news = new LinkedBlockingQueue<>();
  private final List<IndexNews> passedOver = new ArrayList<>();
  private final Upkeep upkeep = Upkeep.of(equipment, this::tell);
  private final Scope scope = Scope.open("test", Threads.standard(), CancellationToken.none());

  @AfterEach
  void close() {
    scope.close();
    upkeep.close();
    equipment.close();
  }

  private void tell(IndexNews told) {
    if (!(told instanceof IndexNews.Working)) {
      news.add(told);
    }
  }

  /** The next of this kind: two threads tell, and which kind is told first is nobody's to say. */
  private <T extends IndexNews> T next(Class<T> kind) throws InterruptedException {
    Optional<IndexNews> before = passedOver.stream().filter(kind::isInstance).findFirst();
    if (before.isPresent()) {
      passedOver.remove(before.get());
      return kind.cast(before.get());
    }
    while (true) {
      IndexNews told = news.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(told).as("nothing more was told").isNotNull();
      if (kind.isInstance(told)) {
        return kind.cast(told);
      }
      passedOver.add(told);
    }
  }

  private boolean isTold(Class<? extends IndexNews> kind) {
    return Stream.concat(passedOver.stream(), news.stream()).anyMatch(kind::isInstance);
  }

  private IndexWatch watch(ProjectContext project) {
    return new IndexWatch(project, upkeep, OFTEN, this::tell);
  }

  private ProjectContext open(Path root) throws Exception {
    return ProjectContext.open(
        root, folder.resolve("state"), equipment, Optional.empty(), PathScope.ALL);
  }

  private Fork<Boolean> watched(ProjectContext project) {
    return scope.forkPlatform(
        "watch",
        () -> {
          watch(project).run(scope.token());
          return true;
        });
  }

  private Path plain() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain/sub"));
    Files.writeString(plain.resolve("a.txt"), "aardvark\n");
    return folder.resolve("plain");
  }

  @Test
  void eachNewHeadIsIndexedAndWhatWasMovedLeavesNoTrace() throws Exception {
    Shop shop = Shop.in(folder.resolve("shop"));
    try (ProjectContext project = open(shop.root())) {
      Fork<Boolean> watch = watched(project);
      assertThat(next(IndexNews.TextIndexed.class).result().written()).isEqualTo(1);
      shop.write("Zebra.java", "class Zebra {}\n").commit("a zebra");
      assertThat(next(IndexNews.TextIndexed.class).result().written()).isEqualTo(1);
      assertThat(project.search("zebra", 5)).hasSize(1);
      assertThat(next(IndexNews.SyntaxRead.class).files()).isPositive();

      shop.git("mv", "Zebra.java", "Horse.java").write("Horse.java", "class Horse {}\n");
      shop.commit("no zebra");
      next(IndexNews.TextIndexed.class);
      assertThat(project.search("zebra", 5)).isEmpty();
      assertThat(project.search("horse", 5)).hasSize(1);

      shop.git("checkout", "-q", "-b", "side/branch", "HEAD~1");
      next(IndexNews.TextIndexed.class);
      assertThat(project.search("zebra", 5)).hasSize(1);
      shop.write("Gnu.java", "class Gnu {}\n").commit("a gnu on a branch in a folder");
      next(IndexNews.TextIndexed.class);
      assertThat(project.search("gnu", 5)).hasSize(1);

      scope.cancel(CancellationCause.requested("enough"));
      assertThat(watch.join(SOON)).isTrue();
      upkeep.close();
    }
  }

  @Test
  void uncommittedTextIsNotIndexed() throws Exception {
    Shop shop = Shop.in(folder.resolve("shop"));
    try (ProjectContext project = open(shop.root())) {
      watched(project);
      next(IndexNews.TextIndexed.class);
      shop.write("Draft.java", "class Draft {}\n").git("add", "-A");
      shop.git("stash", "-q");
      shop.write("Gnu.java", "class Gnu {}\n").commit("a gnu");
      next(IndexNews.TextIndexed.class);
      assertThat(project.search("draft", 5)).isEmpty();
      scope.close();
      upkeep.close();
    }
  }

  private static List<String> paths(ProjectContext project, String word) {
    return project.search(word, 5).stream().map(Hit::path).toList();
  }

  @Test
  void filesOfAPlainFolderAreFollowedIntoNewFoldersAndOut() throws Exception {
    Path plain = plain();
    try (ProjectContext project = open(plain)) {
      watched(project);
      next(IndexNews.TextIndexed.class);
      Path deep = Files.createDirectories(plain.resolve("new/deeper"));
      Files.writeString(deep.resolve("g.txt"), "giraffe\n");
      await().atMost(SOON).until(() -> project.search("giraffe", 5).size() == 1);
      Files.writeString(deep.resolve("h.txt"), "hippo\n");
      await().atMost(SOON).until(() -> project.search("hippo", 5).size() == 1);
      Files.move(plain.resolve("new"), plain.resolve("renamed"));
      await()
          .atMost(SOON)
          .until(() -> paths(project, "hippo").equals(List.of("renamed/deeper/h.txt")));
      Files.writeString(plain.resolve("renamed/deeper/i.txt"), "ibex\n");
      await().atMost(SOON).until(() -> project.search("ibex", 5).size() == 1);
      Files.delete(plain.resolve("sub/a.txt"));
      await().atMost(SOON).until(() -> project.search("aardvark", 5).isEmpty());
      scope.close();
      upkeep.close();
    }
  }

  @Test
  void withoutHintsItIsSaidAndTheFolderIsLookedAtFromTimeToTime() throws Exception {
    Path plain = plain();
    try (ProjectContext project = open(plain);
        FileSystem unwatchable =
            FileSystems.newFileSystem(
                URI.create("jar:" + folder.resolve("empty.zip").toUri()),
                Map.of("create", "true"))) {
      scope.forkPlatform(
          "watch",
          () -> {
            watch(project).run(new Hints(unwatchable), scope.token());
            return true;
          });
      assertThat(next(IndexNews.OnlyLooking.class).why()).contains("cannot be watched");
      Files.writeString(plain.resolve("b.txt"), "badger\n");
      await().atMost(SOON).until(() -> project.search("badger", 5).size() == 1);
      assertThat(isTold(IndexNews.OnlyLooking.class)).isFalse();
      scope.close();
      upkeep.close();
    }
  }

  @Test
  void moreFoldersThanCanBeWatchedAreNotWatched() throws Exception {
    try (Hints hints = new Hints(FileSystems.getDefault())) {
      assertThat(hints.follow(Collections.nCopies(WatchedFolders.MOST + 1, folder)))
          .get()
          .asString()
          .contains("more than 8,000 folders");
      Files.writeString(folder.resolve("new"), "");
      assertThat(hints.await(Duration.ofMillis(300), CancellationToken.none())).isFalse();
    }
  }

  @Test
  void aFolderThatWasMovedIsStillFollowed() throws Exception {
    Path top = folder.toRealPath();
    Path before = Files.createDirectory(top.resolve("before"));
    Path after = top.resolve("after");
    try (Hints hints = new Hints(FileSystems.getDefault())) {
      assertThat(hints.follow(List.of(top, before))).isEmpty();
      Files.move(before, after);
      assertThat(hints.await(SOON, CancellationToken.none())).isTrue();
      assertThat(hints.follow(List.of(top, after))).isEmpty();
      hints.settle(Duration.ofMillis(200), SOON, CancellationToken.none());
      Files.writeString(after.resolve("new"), "");
      assertThat(hints.await(SOON, CancellationToken.none())).isTrue();
    }
  }

  @Test
  void aFolderThatIsGoneIsToldOnceAndFollowedAgainWhenItIsBack() throws Exception {
    Path plain = plain();
    try (ProjectContext project = open(plain)) {
      watched(project);
      next(IndexNews.TextIndexed.class);
      Files.move(plain, folder.resolve("elsewhere"));
      assertThat(next(IndexNews.Failed.class).why()).contains("plain");
      Files.move(folder.resolve("elsewhere"), plain);
      Files.writeString(plain.resolve("b.txt"), "badger\n");
      await().atMost(SOON).until(() -> project.search("badger", 5).size() == 1);
      assertThat(isTold(IndexNews.Failed.class)).isFalse();
      scope.close();
      upkeep.close();
    }
  }

  @Test
  void onceEndsWhenAllIsUpToDate() throws Exception {
    Shop shop = Shop.in(folder.resolve("shop")).grow(FittedWeights.FEWEST_COMMITS);
    try (ProjectContext project = open(shop.root())) {
      watch(project).once(CancellationToken.none());
      assertThat(project.status().syntax().share()).isEqualTo(1);
      assertThat(project.fittedAt()).contains(shop.head());
    }
  }
}
