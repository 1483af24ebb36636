package dev.cleveragents.cli.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import dev.cleveragents.fixtures.GitRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A user's repository with one file in one commit, and the script {@code agents} run in it. */
abstract class ScriptShop {

  @TempDir Path folder;
  Checkout checkout;
  Path repository;

  @BeforeEach
  void aBuiltCheckoutAndARepository() throws Exception {
    checkout = Checkout.used(folder);
    repository = checkout.home.resolve("shop");
    GitRepository.init(repository);
    write("a.txt", "one\n");
    commit("first");
  }

  @AfterEach
  void stopProcesses() throws Exception {
    checkout.stop();
  }

  String git(String... arguments) {
    return new GitRepository(repository).git(arguments).strip();
  }

  void write(String path, String text) throws IOException {
    Files.writeString(repository.resolve(path), text);
  }

  String read(String path) throws IOException {
    return Files.readString(repository.resolve(path));
  }

  void commit(String message) {
    new GitRepository(repository).commit(message);
  }

  /**
   * Runs a command in the repository and in this process, which is much quicker than the script:
   * for commands that are neither killed nor concurrent, and whose start is not the question.
   */
  Ran agents(String... arguments) throws Exception {
    TestCli.Run run = new TestCli(checkout.home).in(repository).run(arguments);
    return new Ran(run.exitCode(), run.out(), run.err());
  }

  /** Runs the script in the repository. */
  Ran script(String... arguments) throws Exception {
    return begin(arguments).end();
  }

  /** Starts the script in the repository. */
  Running begin(String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "cd \"$0\" && exec \"$@\"",
                repository.toString(),
                checkout.script().toString()));
    line.addAll(List.of(arguments));
    return checkout.start(line.toArray(String[]::new));
  }

  /** What it answers to a program. */
  JsonNode envelope(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    return JsonMapper.builder().build().readTree(agents(all.toArray(String[]::new)).out());
  }

  /** The part of the answer that the command is about. */
  JsonNode json(String... arguments) throws Exception {
    return envelope(arguments).path("data");
  }
}
