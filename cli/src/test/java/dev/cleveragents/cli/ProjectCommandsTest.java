package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.fixtures.GitRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands about projects and resources; the person's home is where they are given. */
class ProjectCommandsTest {

  @TempDir private Path home;
  private Path repository;
  private TestCli cli;

  @BeforeEach
  void aPersonWithARepository() throws IOException {
    cli = new TestCli(home);
    repository = home.toRealPath().resolve("shop");
    GitRepository.init(repository);
    Files.createDirectories(repository.resolve("src"));
  }

  private JsonNode data(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json";
    Run run = cli.run(all);
    assertThat(run.exitCode()).as(run.out()).isZero();
    return run.json().path("data");
  }

  private void refused(int exitCode, String message, String... arguments) {
    Run run = cli.run(arguments);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({
    "project list,0",
    "resource list,0",
    "project show shop,3",
    "resource show shop,3",
    "project link a b,3",
    "project unlink a b,3",
    "project delete a --yes,3",
    "resource remove a --yes,3"
  })
  void withNoStoreYetNothingIsMade(String line, int code) {
    assertThat(cli.run(line.split(" ")).exitCode()).isEqualTo(code);
    assertThat(home.resolve(".cleveragents")).doesNotExist();
  }

  @Test
  void initMakesAProjectOfTheWorkTreeOnceAndChangesNothingInIt() {
    JsonNode made = data("init", "shop/src").path("project");
    JsonNode again = data("init", "shop").path("project");

    assertThat(made.path("name").textValue()).isEqualTo("local/shop");
    assertThat(made.path("resources").path(0).path("location").textValue())
        .isEqualTo(repository.toString());
    assertThat(again).isEqualTo(made);
    assertThat(data("project", "list").path("projects")).hasSize(1);
    assertThat(repository.toFile().list()).containsExactlyInAnyOrder(".git", "src");
    refused(2, "in no git work tree", "init");
    refused(3, "does not exist", "init", "nowhere");
  }

  @Test
  void aProjectIsCreatedShownChangedAndDeleted() throws IOException {
    Files.createDirectories(home.resolve("docs"));
    data("resource", "add", "code", "shop", "--copy-in", ".env", "--set-up", "make deps");
    data("resource", "add", "docs", "docs", "--type", "fs-directory");

    JsonNode made =
        data(
            "project",
            "create",
            "Shop",
            "--resource",
            "code",
            "--invariant",
            "No new dependency",
            "--validation",
            "tests",
            "--profile",
            "trusted");
    assertThat(made.path("name").textValue()).isEqualTo("local/shop");
    assertThat(made.path("automation_profile").textValue()).isEqualTo("local/trusted");
    assertThat(data("project", "show", "shop")).isEqualTo(made);
    assertThat(data("project", "link", "shop", "docs").path("resources")).hasSize(2);
    assertThat(data("project", "unlink", "shop", "docs").path("resources")).hasSize(1);
    JsonNode code = data("resource", "show", "code");
    assertThat(code.path("copy_in").path(0).textValue()).isEqualTo(".env");
    assertThat(code.path("set_up").textValue()).isEqualTo("make deps");
    assertThat(code.path("projects").path(0).textValue()).isEqualTo("local/shop");
    assertThat(cli.run("project", "list").out()).contains("shop", repository.toString());
    assertThat(cli.run("resource", "list").out()).contains("code", "git-checkout at");

    refused(4, "belongs to the project shop", "resource", "remove", "code", "--yes");
    refused(4, "no terminal to ask on", "project", "delete", "shop");
    data("project", "delete", "shop", "--yes");
    data("resource", "remove", "code", "--yes");
    assertThat(data("resource", "list").path("resources")).hasSize(1);
    assertThat(repository).isNotEmptyDirectory();
  }

  @Test
  void whatCannotBeIsSaid() {
    data("init", "shop");

    refused(2, "'9' cannot be a name", "project", "create", "9");
    refused(4, "A project shop exists already", "project", "create", "shop");
    refused(3, "Did you mean 'shop'?", "project", "show", "shpo");
    refused(3, "There is no resource nothing", "project", "create", "x", "--resource", "nothing");
    refused(3, "There is no profile lax", "project", "create", "x", "--profile", "lax");
    refused(4, "overlaps with the resource shop", "resource", "add", "twice", "shop");
    refused(2, "is not one of git-checkout, fs-directory", "resource", "add", "x", "--type", "git");
    refused(2, "cannot name files to copy in", "resource", "add", "x", "shop", "--copy-in", "../y");
    refused(3, "This folder belongs to no project yet", "project", "show");
    assertThat(data("project", "list").path("projects")).hasSize(1);
  }
}
