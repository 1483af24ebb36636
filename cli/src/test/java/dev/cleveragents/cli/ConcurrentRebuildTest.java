package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.runtime.ProjectContexts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run while another process writes the same index. */
@Timeout(120)
class ConcurrentRebuildTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void anIndexOfWhichTheTextIsKnown() throws Exception {
    shop = TestShop.in(folder.toRealPath());
    assertThat(run("context", "search", "one").exitCode()).isZero();
    shop.commit("b.txt", "two\n");
  }

  private Run run(String... line) {
    return shop.cli().run(line);
  }

  private interface Meanwhile {
    void happens() throws Exception;
  }

  /** Does this while another update holds the index, and lets that one end afterwards. */
  private void besideAnother(Meanwhile meanwhile) throws Exception {
    CountDownLatch writes = new CountDownLatch(1);
    CompletableFuture<Boolean> mayGoOn = new CompletableFuture<>();
    Progress stopped =
        (_, _, _) -> {
          writes.countDown();
          mayGoOn.join();
        };
    try (ProjectContexts others = ProjectContexts.of(shop.folder().resolve("data"), PathScope.ALL);
        Scope scope = Scope.open("other", ThreadFactories.standard(), CancellationToken.none())) {
      Fork<UpdateResult> other =
          scope.forkPlatform(
              "rebuild",
              () -> others.at(shop.repository()).update(stopped, CancellationToken.none()));
      try {
        assertThat(writes.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        meanwhile.happens();
      } finally {
        mayGoOn.complete(true);
      }
      assertThat(other.join(PATIENCE).outcome()).isEqualTo(UpdateResult.Outcome.UPDATED);
    }
  }

  @Test
  void aSecondRebuildReportsThatItDidNothingAndKeepsTheIndex() throws Exception {
    besideAnother(
        () -> {
          Run second = run("index", "rebuild", "--format", "plain");
          assertThat(second.exitCode()).isZero();
          assertThat(second.err())
              .isEqualTo("warning: Another process is indexing; nothing was done here.\n");
          assertThat(second.out()).contains("files: 1 in 1 pieces");
        });
    Run third = run("index", "rebuild", "--format", "plain");
    assertThat(third.err()).isEmpty();
    assertThat(third.out()).contains("files: 2 in 2 pieces", "2 of 2 files read");
  }

  @Test
  void onlyTheSyntaxIsLeftToTheOtherWhereTheTextIsAsItShouldBe() throws Exception {
    besideAnother(
        () -> {
          shop.git("reset", "-q", "--hard", "HEAD^");
          assertThat(run("index", "rebuild", "--format", "plain").err())
              .isEqualTo(
                  "warning: Another process is reading the syntax; 'agents index status' shows how"
                      + " far it is.\n");
        });
  }

  @Test
  void aRebuildWhileAnotherProcessIndexesIsRefusedAndReported() throws Exception {
    assertThat(run("index", "rebuild").exitCode()).isZero();
    shop.commit("c.txt", "three\n");
    besideAnother(
        () -> {
          shop.git("reset", "-q", "--hard", "HEAD^");
          Run all = run("index", "rebuild", "--all", "--format", "plain");
          assertThat(all.err())
              .isEqualTo("warning: Another process is indexing; the index was not rebuilt.\n");
          assertThat(all.out()).contains("files: 2 in 2 pieces");
          Run clear = run("index", "clear", "--format", "plain");
          assertThat(clear.exitCode()).isEqualTo(4);
          assertThat(clear.err()).contains("nothing was cleared");
        });
  }

  @Test
  void aQuestionIsAnsweredFromWhatWasPublishedBefore() throws Exception {
    besideAnother(
        () -> {
          Run asked = run("context", "search", "one", "--format", "plain");
          assertThat(asked.out()).contains("a.txt:1");
          assertThat(asked.err())
              .contains("Another process is indexing; this answer uses the previous index.");
        });
  }
}
