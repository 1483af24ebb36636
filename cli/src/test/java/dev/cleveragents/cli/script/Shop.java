package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A user's repository with one file in one commit, and the script {@code agents} run in it. */
abstract class Shop {

  @TempDir Path folder;
  Checkout checkout;
  Path repository;

  @BeforeEach
  void aBuiltCheckoutAndARepository() throws Exception {
    checkout = Checkout.used(folder);
    repository = Files.createDirectories(checkout.home.resolve("shop"));
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ana");
    git("config", "user.email", "ana@example.org");
    write("a.txt", "one\n");
    commit("first");
  }

  @AfterEach
  void nothingGoesOn() throws Exception {
    checkout.stop();
  }

  String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
    line.addAll(List.of(arguments));
    Ran ran = checkout.start(line.toArray(String[]::new)).end();
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.out().strip();
  }

  void write(String path, String text) throws IOException {
    Files.writeString(repository.resolve(path), text);
  }

  String read(String path) throws IOException {
    return Files.readString(repository.resolve(path));
  }

  void commit(String message) throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", message);
  }

  Ran agents(String... arguments) throws Exception {
    return begin(arguments).end();
  }

  /** Runs it in the repository. */
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
