package dev.cleveragents.bench.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.DatedRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions with known answers, from real commits. */
class CommitCasesTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private DatedRepository repository;

  @BeforeEach
  void open() throws Exception {
    repository = new DatedRepository(folder.resolve("repository"));
  }

  private List<CommitCase> cases(int most) throws Exception {
    Git git =
        new Git(
            new CommandRunner(
                ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
            folder.resolve("repository"));
    ProjectHistory history =
        new ProjectHistory(git, folder.resolve("history"), HistoryLimits.STANDARD);
    return new CommitCases(git).of(history.at("HEAD", GO), most, GO);
  }

  @Test
  void aCaseHasTheMessageTheTreeBeforeAndTheFilesThatWereThere() throws Exception {
    String first =
        repository.commit("Import everything", Map.of("a.c", "1", "b.c", "1", "i m.png", "1\0"));
    String second =
        repository.commit(
            """
            Evict the oldest entries (#12)

            Needed for large caches.

            Fixes #9
            Signed-off-by: A <a@b>\
            """,
            Map.of("a.c", "2", "b.c", "", "new.c", "1", "i m.png", "2\0"));

    assertThat(cases(10))
        .containsExactly(
            new CommitCase(
                second,
                first,
                DatedRepository.day(1),
                "Evict the oldest entries\nNeeded for large caches.",
                List.of("a.c", "b.c")));
  }

  @Test
  void whatIsNoQuestionIsLeftOut() throws Exception {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 21; i++) {
      many.put("f" + i, "1");
    }
    repository.commit("Import everything there is", many);
    repository.commit("Rewrite everything there is", changed(many));
    repository.commit("Only new files here", Map.of("n", "1"));
    repository.commit("wip", Map.of("f1", "w"));
    repository.commit("Bump version to 1.2.3", Map.of("f1", "v"));
    repository.commit("Picture only changed here", Map.of("i.png", "1\0"));
    repository.commit("Picture only painted here", Map.of("i.png", "2\0"));
    String first = repository.git("rev-parse", "HEAD");
    repository.git("checkout", "-q", "-b", "side");
    String side = repository.commit("Side step taken quietly", Map.of("f2", "s"));
    repository.git("checkout", "-q", "main");
    String main = repository.commit("Main street walked along", Map.of("f3", "m"));
    repository.commit("merge", "-q", "--no-ff", "-m", "Joined roads meet again", "side");

    assertThat(cases(10)).extracting(CommitCase::commit).containsExactly(main, side);
    assertThat(cases(10)).extracting(CommitCase::parent).containsOnly(first);
    assertThat(cases(1)).extracting(CommitCase::commit).containsExactly(main);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bump version to 1.2.3",
        "chore(deps): bump foo from 1.2 to 1.3",
        "[maven-release-plugin] prepare release x-1.0",
        "Prepare next development iteration",
        "Release 2.0.0",
        "v1.2.3",
        "Update dependency org.junit to v5.2",
      })
  void newVersionsAreNoQuestions(String message) {
    assertThat(CommitMessages.isVersionBump(message)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Fix the version check of the loader",
        "Update cache when a file changes",
        "Release locks earlier",
        "Set timeout from 5 seconds",
      })
  void othersAre(String message) {
    assertThat(CommitMessages.isVersionBump(message)).isFalse();
  }

  @Test
  void aQuestionHasNoNumbersTrailersOrAddresses() {
    assertThat(
            CommitMessages.question(
                """
                [GH-4] Cache #12 (#13)

                Read https://x.org/1 there.
                Co-authored-by: B <b@c>
                Change-Id: I12
                color #fff stays\
                """))
        .isEqualTo("[] Cache\nRead there.\ncolor #fff stays");
  }

  @Test
  void whetherAFileIsNamedIsKnown() {
    assertThat(named("Speed up HttpCache", "src/HttpCache.java")).isTrue();
    assertThat(named("Speed up httpcache.java", "src/HttpCache.java")).isTrue();
    assertThat(named("Speed up the cache", "src/HttpCache.java")).isFalse();
  }

  private static boolean named(String question, String file) {
    return new CommitCase("c", "p", Instant.EPOCH, question, List.of(file)).namesAFile();
  }

  private static Map<String, String> changed(Map<String, String> files) {
    Map<String, String> changed = new HashMap<>();
    files.forEach((path, text) -> changed.put(path, text + "!"));
    return changed;
  }
}
