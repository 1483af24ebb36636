package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.workspace.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A git repository of a user, in which everything is done as a user does it: with hooks. */
public record Repository(Path directory) {

  public static Repository init(Path directory, String... options) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Repository repository = new Repository(directory);
    List<String> line = new ArrayList<>(List.of("init", "-q", "-b", "main"));
    line.addAll(List.of(options));
    repository.git(line.toArray(String[]::new));
    return repository;
  }

  /** One with a few files and one commit. */
  public static Repository sample(Path directory) {
    return init(directory)
        .write("README.md", "hello\n")
        .write("src/Main.java", "class Main {}\n")
        .write("src/deep/er/Other.java", "class Other {}\n")
        .write(".gitignore", "*.log\nbuild/\n.env\n")
        .commit("first");
  }

  public Repository write(String path, String text) {
    return write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  public Repository write(String path, byte[] bytes) {
    write(directory, path, bytes);
    return this;
  }

  public static void write(Path directory, String path, byte[] bytes) {
    try {
      Path file = directory.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void write(Path directory, String path, String text) {
    write(directory, path, text.getBytes(StandardCharsets.UTF_8));
  }

  public Repository commit(String message) {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
    return this;
  }

  /** Runs git and returns what it printed; it must succeed. */
  public String git(String... arguments) {
    CommandResult result = tryGit(arguments);
    if (!result.succeeded()) {
      throw new AssertionError(List.of(arguments) + ": " + result.errors().text());
    }
    return result.output().text().stripTrailing();
  }

  public CommandResult tryGit(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "git",
                "-c",
                "user.name=User",
                "-c",
                "user.email=user@example.org",
                // A newer git tidies up behind our back after a commit.
                "-c",
                "maintenance.auto=false",
                "-c",
                "protocol.file.allow=always"));
    line.addAll(List.of(arguments));
    return run(directory, Command.of(line));
  }

  /** Runs a line of shell there; it must succeed. */
  public static String sh(Path directory, String line) {
    CommandResult result =
        run(
            directory,
            Command.shell(line)
                .withVariables(
                    Map.of(
                        "GIT_AUTHOR_NAME", "A",
                        "GIT_AUTHOR_EMAIL", "a@example.org",
                        "GIT_COMMITTER_NAME", "A",
                        "GIT_COMMITTER_EMAIL", "a@example.org")));
    if (!result.succeeded()) {
      throw new AssertionError(line + ": " + result.errors().text());
    }
    return result.output().text().stripTrailing();
  }

  private static CommandResult run(Path directory, Command command) {
    try {
      return WorkspaceFixture.RUNNER.run(command.withDirectory(directory), WorkspaceFixture.GO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Every file below, with mode, time and bytes, but for what plans may add. */
  public Map<String, String> fingerprint() {
    return fingerprint(directory);
  }

  public static Map<String, String> fingerprint(Path directory) {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        String path = directory.relativize(file).toString();
        if (!path.startsWith(".git/refs/cleveragents")) {
          all.put(path, state(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // These directories hold what plans may add, and so have other times.
    all.remove(".git/refs");
    return all;
  }

  private static String state(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      return "-> " + Files.readSymbolicLink(file);
    }
    // Git renews the time of an object that it finds where it would have written one.
    String time = file.toString().contains("/objects/") ? "" : Files.getLastModifiedTime(file) + "";
    String attributes = Files.getPosixFilePermissions(file) + " " + time + " ";
    return Files.isDirectory(file) ? attributes : attributes + Sha256.of(Files.readAllBytes(file));
  }
}
