package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents get to see, asked in a folder that nobody has set up. */
class ContextCommandsTest {

  @TempDir private Path home;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private Path repository;

  @SuppressWarnings("NullAway.Init") // Made before each test.
  private TestCli cli;

  @BeforeEach
  void aPersonInARepository() throws Exception {
    repository = Files.createDirectories(home.toRealPath().resolve("shop"));
    git("init", "-q", "-b", "main");
    Files.writeString(
        repository.resolve("Cart.java"),
        "class Cart {\n  int total() { return new Price().sum(); }\n}\n");
    Files.writeString(
        repository.resolve("Price.java"), "class Price {\n  int sum() { return 1; }\n}\n");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "the shop");
    cli = new TestCli(home).in(repository);
  }

  private void git(String... arguments) throws Exception {
    Process process =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Arrays.stream(arguments)).toList())
            .directory(repository.toFile())
            .inheritIO()
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private JsonNode data(String... arguments) {
    Run run =
        cli.run(
            Stream.concat(Arrays.stream(arguments), Stream.of("--json")).toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.json().path("data");
  }

  @Test
  void wordsLeadToTheirPlaces() {
    JsonNode hits = data("context", "search", "total").path("hits");
    assertThat(hits).hasSize(1);
    assertThat(hits.path(0).path("path").asText()).isEqualTo("Cart.java");
    assertThat(data("context", "search", "nowhere").path("hits")).isEmpty();
  }

  @Test
  void anAnswerKeepsToItsBudgetAndSaysWhyEachPieceIsThere() {
    JsonNode answer = data("context", "simulate", "total of the Cart", "--budget", "300");
    assertThat(answer.path("total_tokens").asInt()).isPositive().isLessThanOrEqualTo(300);
    assertThat(answer.path("fragments").path(0).path("votes").path(0).path("why").asText())
        .isNotEmpty();
    assertThat(answer.path("strategies").findValuesAsText("name"))
        .contains("simple-keyword", "arce");
    assertThat(data("context", "inspect", "total of the Cart").path("text").asText())
        .contains("class Cart");
  }

  @Test
  void exactlyWhatWouldBeSentCanBePrinted() {
    Run run = cli.run("context", "inspect", "total of the Cart", "--text");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualTo(data("context", "inspect", "total of the Cart").path("text").asText());
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
  void tooFewCommitsAreSaidToBeTooFew() {
    JsonNode quality = data("context", "quality");
    assertThat(quality.path("kept").asBoolean()).isFalse();
    assertThat(quality.path("why").asText()).contains("too few");
  }

  @Test
  void whatIsWrongIsSaidWithItsExitCode() {
    assertThat(cli.run("context", "simulate", "total", "--budget", "-1").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "simulate", "total", "--budget", "7").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "simulate", "total", "--depth", "deep").exitCode()).isEqualTo(2);
    assertThat(cli.run("context", "search", "total", "--limit", "0").exitCode()).isEqualTo(2);
    Run revision = cli.run("context", "inspect", "total", "--revision", "no-such-branch");
    assertThat(revision.exitCode()).isEqualTo(3);
    assertThat(revision.err()).contains("no-such-branch");
    assertThat(cli.run("context", "search", "total", "--project", "nobody").exitCode())
        .isEqualTo(3);
  }

  @Test
  void aPlansCommandIsToldWhatItsGoalIsAboutAndWhatWasDecidedBefore() throws Exception {
    git("config", "user.name", "a");
    git("config", "user.email", "a@b");
    String copy = "cp \"$AGENTS_CONTEXT\" ";
    data("run", "the total of a cart is wrong", "--exec", copy + "first.txt", "--yes");
    assertThat(repository.resolve("first.txt"))
        .content()
        .contains("class Cart")
        .doesNotContain("Plan ");
    Files.writeString(repository.resolve("Draft.java"), "class Draft { int total; }\n");
    data("run", "the total of a cart again", "--exec", copy + "second.txt", "--yes");
    assertThat(repository.resolve("second.txt"))
        .content()
        .contains("class Cart", "(applied): the total of a cart is wrong", "first.txt")
        .doesNotContain("class Draft");
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
