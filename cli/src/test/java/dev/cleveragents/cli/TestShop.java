package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ana's repository, shop, with one commit of a.txt; what is kept of its plans is beside it. */
record TestShop(Path folder, Path repository) {

  static TestShop in(Path folder) throws Exception {
    TestShop shop = new TestShop(folder, folder.resolve("shop"));
    GitRepository.init(shop.repository);
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
    new GitRepository(repository).commit("more");
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

  String git(String... arguments) {
    return new GitRepository(repository).git(arguments).strip();
  }
}
