package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ana's repository, shop, with one commit of a.txt; what is kept of its plans is beside it. */
record TestShop(Path folder, Path repository) {

  static TestShop in(Path folder) throws Exception {
    TestShop shop = new TestShop(folder, Files.createDirectories(folder.resolve("shop")));
    shop.git("init", "-q", "-b", "main");
    shop.git("config", "user.name", "Ana");
    shop.git("config", "user.email", "ana@example.org");
    shop.commit("a.txt", "one\n");
    return shop;
  }

  /** Ana's command line there. */
  TestCli cli() {
    return new TestCli(repository)
        .variable("CLEVERAGENTS_HOME", folder.resolve("data").toString())
        .variable("USER", "ana");
  }

  void commit(String path, String text) throws Exception {
    Files.writeString(repository.resolve(path), text);
    git("add", "-A");
    git("commit", "-q", "-m", "more");
  }

  String read(String path) throws Exception {
    return Files.readString(repository.resolve(path));
  }

  /** Adds an actor. */
  void actor(String yaml) throws Exception {
    Path file = folder.resolve("actor.yaml");
    Files.writeString(file, yaml);
    assertThat(cli().run("actor", "add", file.toString()).exitCode()).isZero();
  }

  String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said.strip();
  }
}
