package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.pipeline.execution.Deadlines;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A plan asks about its copy while the parser of what it has changed hangs. */
@Timeout(300)
class HangingParserTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final Duration SOON = Duration.ofMinutes(1);

  private final Queue<CancellationToken> asked = new ConcurrentLinkedQueue<>();

  /** Ends when it is cancelled and never before. */
  private final FileParser hanging =
      (_, token) -> {
        asked.add(token);
        CountDownLatch end = new CountDownLatch(1);
        token.onCancel(_ -> end.countDown());
        end.await();
        throw new CancelledException(token.cause().orElseThrow());
      };

  private static final ProjectState COPY =
      new ProjectState(
          Optional.of("HEAD"),
          Map.of(
              "Basket.java",
              Optional.of("class Basket { int total; }\n".getBytes(StandardCharsets.UTF_8)),
              "notes.md",
              Optional.of("# The total\n".getBytes(StandardCharsets.UTF_8))));

  @TempDir private Path folder;

  @Test
  void anAnswerHasTheTextOfWhatTheParserHangsAtAndSaysSo() throws Exception {
    Path root = folder.resolve("shop");
    GitRepository.init(root)
        .write("Cart.java", "class Cart {\n  int total() { return 1; }\n}\n")
        .commit("the shop");
    ThreadFactories threads = ThreadFactories.standard();
    TimeSource time = TimeSource.system();
    CommandRunner runner = new CommandRunner(threads, time, UlidGenerator.system());
    try (ContextResources resources =
            new ContextResources(runner, threads, time, _ -> {}, _ -> hanging);
        ProjectContext project = ProjectContext.open(root, folder.resolve("state"), resources)) {
      project.update(Progress.NONE, GO);
      AssemblyOptions options = AssemblyOptions.STANDARD;
      AssemblyOptions soon =
          options.withSettings(
              options
                  .settings()
                  .withDeadlines(
                      new Deadlines(
                          Optional.of(Duration.ofMillis(50)), Map.of("simple-keyword", SOON))));

      AssembledContext answer =
          project.assemble(ContextRequest.about("total", 4_000), COPY, soon, GO);

      assertThat(answer.text())
          .contains("class Basket { int total; }", "the symbols of 1 changed files")
          .contains("# The total");
      assertThat(answer.versions().index()).endsWith(" late 1");
      AssembledContext newest =
          project.assemble(ContextRequest.about("total", 4_000), ProjectState.NEWEST, soon, GO);
      assertThat(newest.text()).contains("class Cart").doesNotContain("changed files");
      assertThat(newest.versions().index()).doesNotContain("late");
      await().atMost(SOON).until(() -> !asked.isEmpty());
    }
    assertThat(asked).as("it ends with the project").hasSize(1).allMatch(it -> it.isCancelled());
  }
}
