package dev.cleveragents.context.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.Commit.Touch;
import dev.cleveragents.context.history.HistoryView.Similar;
import dev.cleveragents.context.history.HistoryView.Together;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.fixtures.DatedRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of real repositories, kept and read on. */
class ProjectHistoryTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private DatedRepository repository;
  private Path file;

  @BeforeEach
  void open() throws Exception {
    repository = new DatedRepository(folder.resolve("repository"));
    file = folder.resolve("kept/history");
  }

  private ProjectHistory history() {
    return new ProjectHistory(
        TestGit.in(folder.resolve("repository")), file, HistoryLimits.STANDARD);
  }

  private HistoryView fresh(String commit) throws Exception {
    return new ProjectHistory(
            TestGit.in(folder.resolve("repository")),
            folder.resolve("other" + System.nanoTime()),
            HistoryLimits.STANDARD)
        .at(commit, GO);
  }

  @Test
  void aCommitHasItsMessageTimeAuthorAndFiles() throws Exception {
    String first = repository.commit("First\n\nBody ünd more", Map.of("a b/ü.txt", "1", "x", "1"));
    String second = repository.commit("Second", Map.of("a b/ü.txt", "2", "x", "", "n\new", "1"));

    HistoryView view = history().at("HEAD", GO);

    assertThat(view.commits())
        .containsExactly(
            new Commit(
                second,
                List.of(first),
                DatedRepository.day(1),
                "Ana",
                "Second",
                List.of(
                    new Touch(Kind.CHANGED, "a b/ü.txt"),
                    new Touch(Kind.ADDED, "n\new"),
                    new Touch(Kind.DELETED, "x")),
                3),
            new Commit(
                first,
                List.of(),
                DatedRepository.day(0),
                "Ana",
                "First\n\nBody ünd more",
                List.of(new Touch(Kind.ADDED, "a b/ü.txt"), new Touch(Kind.ADDED, "x")),
                2));
    assertThat(view.commits().get(1).subject()).isEqualTo("First");
    assertThat(view.isGone("x")).isTrue();
    assertThat(view.isGone("a b/ü.txt")).isFalse();
    assertThat(view.touching("x")).hasSize(2);
  }

  @Test
  void aViewNeverKnowsALaterCommitNorOneOfAnotherBranch() throws Exception {
    String first = repository.commit("First", Map.of("a", "1"));
    String second = repository.commit("Second", Map.of("a", "2"));
    repository.git("checkout", "-q", "-b", "side", first);
    String side = repository.commit("Side", Map.of("b", "1"));
    repository.git("checkout", "-q", "main");
    String merge = repository.commit("merge", "-q", "--no-ff", "-m", "Joined", "side");
    String last = repository.commit("Last", Map.of("a", "3"));

    ProjectHistory history = history();
    assertThat(ids(history.at(last, GO))).containsExactly(last, merge, side, second, first);
    assertThat(ids(history.at(second, GO))).containsExactly(second, first);
    assertThat(ids(history.at(side, GO))).containsExactly(side, first);
    assertThat(ids(history().at(second, GO))).containsExactly(second, first);
    assertThat(history.at(second, GO).touching("b")).isEmpty();
    assertThat(history.at(second, GO).similar("Last Side", 10)).isEmpty();
  }

  @Test
  void whenTheTipMovesForwardOnlyTheNewIsReadAndTheAnswerIsTheSame() throws Exception {
    repository.commit("First", Map.of("a", "1"));
    ProjectHistory history = history();
    history.at("HEAD", GO);
    repository.git("checkout", "-q", "-b", "side");
    repository.commit("Side", Map.of("b", "1"));
    repository.git("checkout", "-q", "main");
    repository.commit("Second", Map.of("a", "2"));
    repository.commit("merge", "-q", "--no-ff", "-m", "Joined", "side");

    HistoryView moved = history.at("HEAD", GO);

    assertThat(moved.commits()).isEqualTo(fresh("HEAD").commits());
    assertThat(new HistoryFile(file).read().orElseThrow().tip())
        .isEqualTo(moved.commits().getFirst().id());
    assertThat(new HistoryFile(file).read().orElseThrow().commits()).isEqualTo(moved.commits());
  }

  @Test
  void whatIsKeptIsUsedWithoutReadingAgain() throws Exception {
    String first = repository.commit("First", Map.of("a", "1"));
    history().at("HEAD", GO);
    Commit made =
        new Commit(first, List.of(), DatedRepository.day(0), "Kept", "Kept", List.of(), 0);
    new HistoryFile(file)
        .write(new HistoryFile.Stored(first, HistoryLimits.STANDARD, List.of(made)));

    assertThat(history().at("HEAD", GO).commits()).containsExactly(made);
    repository.commit("Second", Map.of("a", "2"));
    assertThat(history().at("HEAD", GO).commits()).hasSize(2).contains(made);
  }

  @Test
  void damageOfWhateverByteIsNoticedAndMadeGood() throws Exception {
    repository.commit("First", Map.of("a", "1"));
    repository.commit("Second", Map.of("b", "1"));
    HistoryView whole = history().at("HEAD", GO);
    HistoryFile.Stored kept = new HistoryFile(file).read().orElseThrow();
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(6);
    for (int round = 0; round < 60; round++) {
      byte[] bad = good.clone();
      // The first ten bytes are gzip's own head, some of which mean nothing.
      int at = 10 + random.nextInt(bad.length - 10);
      bad[at] = (byte) (bad[at] ^ (1 << random.nextInt(8)));
      Files.write(file, bad);
      // The last bits before the checksum may mean nothing either.
      assertThat(new HistoryFile(file).read().filter(it -> !it.equals(kept)))
          .as("byte %d", at)
          .isEmpty();
    }
    for (int length = 0; length < good.length; length += 7) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThat(new HistoryFile(file).read()).as("cut at %d", length).isEmpty();
    }
    assertThat(history().at("HEAD", GO).commits()).isEqualTo(whole.commits());
    assertThat(Files.readAllBytes(file)).isEqualTo(good);
  }

  @Test
  void nothingButTheFileIsLeftBeside() throws Exception {
    repository.commit("First", Map.of("a", "1"));
    history().at("HEAD", GO);
    try (Stream<Path> there = Files.list(file.getParent())) {
      assertThat(there).containsExactly(file);
    }
  }

  @Test
  void whenWhatIsKeptIsOfAnotherLineOrGoneAllIsReadAgain() throws Exception {
    repository.commit("First", Map.of("a", "1"));
    history().at("HEAD", GO);
    repository.commit("commit", "-q", "--amend", "-m", "Other");
    repository.git("reflog", "expire", "--expire=now", "--all");
    repository.git("gc", "-q", "--prune=now");

    HistoryView view = history().at("HEAD", GO);

    assertThat(view.commits()).hasSize(1);
    assertThat(view.commits().get(0).message()).isEqualTo("Other");
    assertThat(new HistoryFile(file).read().orElseThrow().tip())
        .isEqualTo(view.commits().getFirst().id());
  }

  @Test
  void theLimitKeepsTheNewestAndAnOlderCommitStillHasItsFullHistory() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ids.add(0, repository.commit("Commit " + i, Map.of("a", "" + i)));
    }
    ProjectHistory limited =
        new ProjectHistory(
            TestGit.in(folder.resolve("repository")), file, new HistoryLimits(3, 1 << 20));

    assertThat(ids(limited.at("HEAD", GO))).isEqualTo(ids.subList(0, 3));
    assertThat(ids(limited.at(ids.get(1), GO))).isEqualTo(ids.subList(1, 4));
    String next = repository.commit("Next", Map.of("a", "next"));
    assertThat(ids(limited.at("HEAD", GO))).containsExactly(next, ids.get(0), ids.get(1));
    ProjectHistory small =
        new ProjectHistory(
            TestGit.in(folder.resolve("repository")), file, new HistoryLimits(100, 1));
    assertThat(small.at("HEAD", GO).commits()).isNotEmpty();
  }

  @Test
  void whatChangedTogetherIsCountedButNotInVeryLargeCommits() throws Exception {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      many.put("many/" + i, "1");
    }
    many.put("a", "0");
    repository.commit("Import", many);
    repository.commit("One", Map.of("a", "1", "b", "1", "c", "1"));
    repository.commit("Two", Map.of("a", "2", "b", "2"));
    repository.commit("Three", Map.of("c", "2"));

    HistoryView view = history().at("HEAD", GO);

    List<Together> together = view.changedWith("a");
    assertThat(together).extracting(Together::path).containsExactly("b", "c");
    assertThat(together.get(0).commits()).extracting(Commit::message).containsExactly("Two", "One");
    assertThat(view.since(DatedRepository.day(2)).changedWith("a"))
        .extracting(Together::path)
        .containsExactly("b");
    assertThat(view.since(DatedRepository.day(3)).commits()).hasSize(1);
  }

  @Test
  void wordsOfMessagesLeadToCommits() throws Exception {
    repository.commit("Evict entries from the CacheStore earlier", Map.of("cache", "1"));
    repository.commit("Parse headers", Map.of("http", "1"));
    repository.commit("Tidy up", Map.of("http", "2"));

    HistoryView view = history().at("HEAD", GO);

    assertThat(view.similar("caching of evicted entry", 5))
        .extracting(Similar::commit)
        .extracting(Commit::subject)
        .containsExactly("Evict entries from the CacheStore earlier");
    assertThat(view.similar("parser of http_header", 5)).hasSize(1);
    assertThat(view.similar("the of and", 5)).isEmpty();
  }

  @Test
  void theLinesOfLastChangesAreFound() throws Exception {
    repository.commit("First", Map.of("a b", "1\n2\n3\n4\n5\n", "c", "1\n2\n3\n"));
    repository.commit("Second", Map.of("a b", "1\n2\n++ b/c\nnew\n4\n5\nend", "c", "1\n3\n"));
    ProjectHistory history = history();
    Commit last = history.at("HEAD", GO).commits().get(0);

    Map<String, List<LineRange>> lines =
        history.changedLines(Map.of("a b", last, "c", last, "none", last), GO);

    assertThat(lines)
        .isEqualTo(
            Map.of(
                "a b", List.of(new LineRange(3, 4), new LineRange(7, 7)),
                "c", List.of(new LineRange(1, 1))));
    assertThat(history.changedLines(Map.of(), GO)).isEmpty();
  }

  @Test
  void gitIsAskedOnceForTheLinesOfACommit() throws Exception {
    repository.commit("First", Map.of("a", "1\n", "b", "1\n"));
    repository.commit("Second", Map.of("a", "1\n2\n"));
    ProjectHistory history = history();
    Commit last = history.at("HEAD", GO).commits().get(0);
    Map<String, Commit> asked = Map.of("a", last, "none", last);
    Map<String, List<LineRange>> lines = history.changedLines(asked, GO);
    assertThat(lines).containsOnlyKeys("a");

    Files.move(
        folder.resolve("repository").resolve(".git"), folder.resolve("repository").resolve("gone"));

    assertThat(history.changedLines(asked, GO)).isEqualTo(lines);
    assertThat(history.changedLines(Map.of("a", last, "b", last), GO)).isEqualTo(lines);
    Files.move(
        folder.resolve("repository").resolve("gone"), folder.resolve("repository").resolve(".git"));
    assertThat(history.changedLines(Map.of("b", history.at("HEAD~1", GO).commits().get(0)), GO))
        .as("what git could not say is asked again")
        .containsOnlyKeys("b");
  }

  @Test
  void aCommitThatIsNotThereIsSaid() throws Exception {
    repository.commit("First", Map.of("a", "1"));
    assertThatThrownBy(() -> history().at("nothing", GO)).isInstanceOf(GitException.class);
    assertThatThrownBy(() -> history().at("0".repeat(39) + "1", GO))
        .isInstanceOf(GitException.class);
  }

  private static List<String> ids(HistoryView view) {
    return view.commits().stream().map(Commit::id).toList();
  }
}
