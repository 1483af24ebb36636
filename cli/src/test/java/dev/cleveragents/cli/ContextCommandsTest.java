package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents see, in a folder without any set-up. */
class ContextCommandsTest {

  @TempDir private Path home;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Path repository;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private TestCli cli;

  @BeforeEach
  void aPersonInARepository() throws Exception {
    repository = home.toRealPath().resolve("shop");
    GitRepository.init(repository)
        .write("Cart.java", "class Cart {\n  int total() { return new Price().sum(); }\n}\n")
        .write("Price.java", "class Price {\n  int sum() { return 1; }\n}\n")
        .commit("the shop");
    cli = new TestCli(home).in(repository);
  }

  private void git(String... arguments) {
    new GitRepository(repository).git(arguments);
  }

  private JsonNode data(String... arguments) {
    Run run =
        cli.run(
            Stream.concat(Arrays.stream(arguments), Stream.of("--json")).toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.json().path("data");
  }

  @Test
  void searchFindsWordsInTheirFiles() {
    JsonNode hits = data("context", "search", "total").path("hits");
    assertThat(hits).hasSize(1);
    assertThat(hits.path(0).path("path").asText()).isEqualTo("Cart.java");
    assertThat(data("context", "search", "nowhere").path("hits")).isEmpty();
  }

  @Test
  void anAnswerKeepsToItsBudgetAndSaysWhyEachPieceIsThere() {
    JsonNode answer =
        data("context", "simulate", "total of the Cart", "--budget", "300", "--no-deadline");
    assertThat(answer.path("total_tokens").asInt()).isPositive().isLessThanOrEqualTo(300);
    assertThat(answer.path("fragments").path(0).path("votes").path(0).path("why").asText())
        .isNotEmpty();
    assertThat(answer.path("strategies").findValuesAsText("name"))
        .contains("simple-keyword", "arce");
    assertThat(
            data("context", "inspect", "total of the Cart", "--no-deadline").path("text").asText())
        .contains("class Cart");
  }

  @Test
  void exactlyWhatWouldBeSentCanBePrinted() {
    Run run = cli.run("context", "inspect", "total of the Cart", "--no-deadline", "--text");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualTo(
            data("context", "inspect", "total of the Cart", "--no-deadline").path("text").asText());
  }

  @Test
  void theTableFitsEightyColumnsAndCountsDuplicates() {
    String deep = "a/folder/with/a/long/name/in/which/there/are/others/";
    for (int i = 0; i < 12; i++) {
      new GitRepository(repository)
          .write(deep + "Total" + i + ".java", "class Total" + i + " { int total; }\n".repeat(9));
    }
    git("add", ".");
    git("commit", "-q", "-m", "the total of the total");
    List<String> question =
        List.of("context", "inspect", "total", "--no-deadline", "--budget", "900");
    Run run = cli.run(question.toArray(String[]::new));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(run.out())
        .contains("tokens  depth  fragment", "/others/Total1.java:1-9", "keyword: has total")
        .containsPattern("\n +\\d+  with the same text as another\n")
        .containsPattern("\n +\\d+  that did not fit into the budget\n");
  }

  @Test
  void theIndexIsBuiltShownAndCleared() {
    JsonNode built = data("index", "rebuild");
    assertThat(built.path("files").asInt()).isEqualTo(2);
    assertThat(built.path("by_syntax").asInt()).isEqualTo(2);
    assertThat(data("index", "status").path("tree").asText()).startsWith("git:");
    assertThat(data("index", "clear").path("files").asInt()).isZero();
    assertThat(data("index", "rebuild", "--all").path("files").asInt()).isEqualTo(2);
  }

  @Test
  void mistakesAreReportedWithTheirExitCode() {
    assertThat(cli.run("context", "simulate", "total", "--budget", "-1").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "simulate", "total", "--budget", "7").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "simulate", "total", "--depth", "deep").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "search", "total", "--limit", "0").exitCode()).isEqualTo(2);
    Run view = cli.run("context", "search", "total", "--view", "exec");
    assertThat(view.exitCode()).isEqualTo(2);
    assertThat(view.err()).contains("not one of strategize, execute, apply, default");
    Run pattern = cli.run("config", "set", "context.exclude", "a, b[");
    assertThat(pattern.exitCode()).isEqualTo(2);
    assertThat(pattern.err()).contains("'b[' is no pattern for paths, at character 2");
    Run revision = cli.run("context", "inspect", "total", "--revision", "no-such-branch");
    assertThat(revision.exitCode()).isEqualTo(3);
    assertThat(revision.err()).contains("no-such-branch");
    assertThat(cli.run("context", "search", "total", "--project", "nobody").exitCode())
        .isEqualTo(3);
  }

  @Test
  void aPlansCommandGetsTheCommittedFilesThatItsGoalIsAbout() throws Exception {
    git("config", "user.name", "a");
    git("config", "user.email", "a@b");
    String copy = "cp \"$AGENTS_CONTEXT\" ";
    data("run", "the total of a cart is wrong", "--exec", copy + "first.txt", "--yes");
    assertThat(repository.resolve("first.txt")).content().contains("class Cart");
    Files.writeString(repository.resolve("Draft.java"), "class Draft { int total; }\n");
    data("run", "the total of a cart again", "--exec", copy + "second.txt", "--yes");
    assertThat(repository.resolve("second.txt"))
        .content()
        .contains("class Cart")
        .doesNotContain("class Draft");
  }

  @Test
  void excludedFilesAreInNoAnswerAndCounted() {
    assertThat(cli.run("config", "set", "context.execute.exclude", "Price.java").exitCode())
        .isZero();
    data("index", "rebuild");
    for (String command : List.of("inspect", "simulate")) {
      JsonNode all = data("context", command, "total of the Price", "--no-deadline");
      assertThat(all.toString()).contains("Price.java");
      assertThat(all.path("view").asText()).isEqualTo("default");
      assertThat(all.path("unseen")).isEmpty();
      JsonNode some =
          data("context", command, "total of the Price", "--no-deadline", "--view", "apply");
      assertThat(some.toString()).contains("Cart.java").doesNotContain("Price.java", "int sum");
      assertThat(some.path("view").asText()).isEqualTo("apply");
      assertThat(some.path("unseen").path("excluded").asInt()).isEqualTo(1);
    }
    assertThat(data("context", "search", "sum").path("hits")).isNotEmpty();
    JsonNode search = data("context", "search", "price", "--view", "execute");
    assertThat(search.path("hits").findValuesAsText("path")).containsOnly("Cart.java");
    assertThat(search.path("unseen").path("excluded").asInt()).isEqualTo(1);
    JsonNode status = data("index", "status");
    assertThat(status.path("files").asInt()).isEqualTo(2);
    assertThat(status.path("unseen").path("execute").path("excluded").asInt()).isEqualTo(1);
    assertThat(status.path("unseen").path("default")).isEmpty();
    assertThat(cli.run("index", "status").out()).contains("1 files: 1 excluded", "view apply");
    assertThat(cli.run("context", "inspect", "total", "--view", "execute", "--text").out())
        .contains("may not be shown here: 1 excluded");
  }

  @Test
  void aRepositoryCannotWidenWhatAPersonHasNarrowed() throws Exception {
    cli.run("config", "set", "context.protected", "Price.java");
    for (String name : List.of("config.toml", ".cleveragents/config.toml", ".agents.toml")) {
      Path file = repository.resolve(name);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, "[context]\nprotected = ''\ninclude = 'Price.java'\n");
    }
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "rules of its own");
    assertThat(data("context", "search", "sum", "--view", "apply").path("hits"))
        .extracting(hit -> hit.path("path").asText())
        .doesNotContain("Price.java");
    assertThat(data("context", "search", "total").path("hits")).isNotEmpty();
  }

  @Test
  void aPlansCommandGetsTheContextOfItsViewInTheConfiguredBudget() throws Exception {
    git("config", "user.name", "a");
    git("config", "user.email", "a@b");
    cli.run("config", "set", "context.strategize.exclude", "Price.java, first.txt");
    cli.run("config", "set", "context.budget", "400");
    String line =
        "cp \"$AGENTS_CONTEXT\" first.txt; printf 'class Price { int %s; }' more > Price.java";
    data("run", "the sum of a cart is wrong, see Price.java", "--exec", line, "--yes");
    assertThat(repository.resolve("first.txt"))
        .content()
        .contains("class Cart", "may not be shown here: 1 excluded")
        .doesNotContain("class Price");
    data(
        "run",
        "the sum of a cart is wrong again",
        "--exec",
        "cp \"$AGENTS_CONTEXT\" second.txt",
        "--yes");
    assertThat(repository.resolve("second.txt"))
        .content()
        .contains("class Cart")
        .doesNotContain("Price.java", "first.txt", "int more")
        .satisfies(text -> assertThat(text.length()).isLessThan(400 * 5));
  }

  @Test
  void aWindowLeavesABudget() {
    assertThat(budget()).isEqualTo(16_000);
    assertThat(budget("--window", "200000")).isEqualTo(150_000);
    assertThat(budget("--window", "200000", "--reserve", "20000")).isEqualTo(180_000);
    assertThat(budget("--budget", "500")).isEqualTo(500);
    Run small = cli.run("context", "inspect", "total", "--window", "8000", "--reserve", "9000");
    assertThat(small.exitCode()).isEqualTo(2);
    assertThat(small.err()).contains("1000 too small", "Take a model with a larger window");
    assertThat(cli.run("context", "inspect", "x", "--reserve", "9000").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "inspect", "x", "--window", "9", "--budget", "9").exitCode())
        .isEqualTo(2);
    cli.run("config", "set", "context.budget", "900");
    assertThat(budget()).isEqualTo(900);
    cli.run("config", "set", "context.window", "800");
    assertThat(budget()).isEqualTo(600);
    assertThat(budget("--reserve", "100")).isEqualTo(700);
  }

  private int budget(String... options) {
    return data(Stream.concat(Stream.of("context", "simulate", "total"), Arrays.stream(options))
            .toArray(String[]::new))
        .path("budget")
        .asInt();
  }

  @Test
  void circuitsAreClosedUntilSomethingFails() {
    assertThat(data("breaker", "list").path("breakers")).isEmpty();
    assertThat(cli.run("breaker", "reset", "arce").exitCode()).isEqualTo(3);
  }

  @Test
  void nothingIsWrittenIntoTheProject() throws Exception {
    List<Path> before = everything();
    data("index", "rebuild");
    data("context", "inspect", "total");
    assertThat(everything()).isEqualTo(before);
  }

  private List<Path> everything() throws Exception {
    try (Stream<Path> files = Files.walk(repository)) {
      return files.sorted().toList();
    }
  }
}
