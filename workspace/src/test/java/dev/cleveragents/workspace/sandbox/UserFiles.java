package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a user, in a repository or not: written, changed by a shell, and compared. */
public final class UserFiles {

  private UserFiles() {}

  /** A repository with a few files and one commit. */
  public static GitRepository sample(Path directory) {
    return GitRepository.init(directory)
        .write("README.md", "hello\n")
        .write("src/Main.java", "class Main {}\n")
        .write("src/deep/er/Other.java", "class Other {}\n")
        .write(".gitignore", "*.log\nbuild/\n.env\n")
        .commit("first");
  }

  /** Writes a file and the directories above it. */
  public static void write(Path directory, String path, byte[] bytes) {
    try {
      Path file = directory.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file and the directories above it. */
  public static void write(Path directory, String path, String text) {
    write(directory, path, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Runs a line of shell there; it must succeed. */
  public static String sh(Path directory, String line) {
    Command command =
        Command.shell(line)
            .withDirectory(directory)
            .withVariables(
                Map.of(
                    "GIT_AUTHOR_NAME", "A",
                    "GIT_AUTHOR_EMAIL", "a@example.org",
                    "GIT_COMMITTER_NAME", "A",
                    "GIT_COMMITTER_EMAIL", "a@example.org"));
    CommandResult result = run(command);
    if (!result.succeeded()) {
      throw new AssertionError(line + ": " + result.errors().text());
    }
    return result.output().text().stripTrailing();
  }

  private static CommandResult run(Command command) {
    try {
      return WorkspaceFixture.RUNNER.run(command, WorkspaceFixture.GO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Every file below, with mode, time and bytes, but for what plans may add. */
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
