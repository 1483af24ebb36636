package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code diagnostics} says of the repositories of projects, and what it does there. */
class DiagnosticsTest {

  @TempDir private Path folder;
  private TestShop shop;
  private Path git;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
    git = shop.repository().resolve(".git");
  }

  private JsonNode diagnostics(int exitCode, String... options) {
    List<String> line = new ArrayList<>(List.of("diagnostics", "--json"));
    line.addAll(List.of(options));
    Run run = shop.cli().run(line.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out()).isEqualTo(exitCode);
    return run.json().path("data");
  }

  @Test
  void workOfALiveWorkerIsReportedAsUnchecked() throws Exception {
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    String line =
        "echo b > b.txt; touch '%s'; while [ ! -e '%s' ]; do sleep 0.05; done".formatted(begun, go);
    long self = ProcessHandle.current().pid();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Run> run =
          threads.submit(() -> shop.cli().run("run", "slow", "--exec", line, "--yes"));
      try {
        await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(begun));
        assertThat(shop.cli().run("diagnostics").out())
            .contains(
                "active workers: foreground-%1$d (process %1$d on ".formatted(self),
                "run this command again")
            .contains("left behind: no leftovers besides what is in use\n");
        assertThat(diagnostics(0).at("/at_work/0/pid").asLong()).isEqualTo(self);
      } finally {
        Files.createFile(go);
      }
      assertThat(run.get(60, TimeUnit.SECONDS).exitCode()).isZero();
    }
    assertThat(shop.cli().run("diagnostics").out())
        .contains("left behind: no leftovers\n")
        .doesNotContain("active workers");
  }

  @Test
  void anUnreadableRepositoryIsReportedWithTheErrorOfGit() throws Exception {
    assertThat(shop.cli().run("init").exitCode()).isZero();
    assertThat(shop.cli().run("diagnostics").out()).contains("resources: 1 readable");
    Path index = git.resolve("index");
    byte[] sound = Files.readAllBytes(index);
    Files.writeString(index, "garbled");

    Run run = shop.cli().run("diagnostics");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("resource shop: " + shop.repository(), "index file", "git fsck")
        .doesNotContain("1 readable");
    Files.write(index, sound);
    // Git itself would go on to the repository around it, which is sound.
    GitRepository.init(folder);
    Files.writeString(git.resolve("HEAD"), "garbled");
    JsonNode told = diagnostics(1).path("resources").path(0);
    assertThat(told.path("state").asText()).isEqualTo("unreadable");
    assertThat(told.path("trouble").asText()).contains("not a git repository");
  }

  @Test
  void aMissingRepositoryIsReportedWithTheCommandThatRemovesIt() throws Exception {
    assertThat(shop.cli().run("init").exitCode()).isZero();
    Path away = folder.resolve("away");
    Files.move(git, away, StandardCopyOption.ATOMIC_MOVE);
    assertThat(diagnostics(0).at("/resources/0/trouble").asText())
        .contains("no longer a git work tree");
    Files.move(shop.repository(), folder.resolve("moved"), StandardCopyOption.ATOMIC_MOVE);

    JsonNode told = diagnostics(0).path("resources").path(0);

    assertThat(told.path("state").asText()).isEqualTo("missing");
    for (String command : told.path("hint").asText().split(": ", 2)[1].split(" && ", -1)) {
      List<String> words = List.of(command.split(" ", -1));
      Run run =
          shop.cli()
              .in(folder)
              .onTerminal()
              .answering("y\n")
              .run(words.subList(1, words.size()).toArray(String[]::new));
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
    assertThat(diagnostics(0).path("resources")).isEmpty();
  }
}
