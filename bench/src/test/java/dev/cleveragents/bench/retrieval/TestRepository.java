package dev.cleveragents.bench.retrieval;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A real repository whose commits are a day apart. */
final class TestRepository {

  private static final CancellationToken GO = CancellationToken.none();
  private static final Instant BEGIN = Instant.parse("2024-01-01T12:00:00Z");

  private final Path folder;
  private final Git git;
  private int days;

  /** Makes one in an empty or missing folder. */
  TestRepository(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    git =
        new Git(
                new CommandRunner(
                    ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
                folder)
            .withoutUserConfiguration()
            .with("GIT_AUTHOR_NAME", "Ada")
            .with("GIT_AUTHOR_EMAIL", "ada@example.org")
            .with("GIT_COMMITTER_NAME", "Ada")
            .with("GIT_COMMITTER_EMAIL", "ada@example.org");
    run("init", "-q", "-b", "main", ".");
  }

  /** Git in it. */
  Git git() {
    return git;
  }

  /** When the commit after so many was made. */
  static Instant day(int number) {
    return BEGIN.plusSeconds(86_400L * number);
  }

  /** Writes files (one with no content is deleted), commits everything, and returns the id. */
  String commit(String message, Map<String, String> files)
      throws IOException, InterruptedException {
    for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
      Path path = folder.resolve(file.getKey());
      if (file.getValue().isEmpty()) {
        Files.delete(path);
      } else {
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
    }
    run("add", "-A");
    return commit("commit", "-q", "--allow-empty", "-m", message);
  }

  /** Runs a git command that commits, on the next day, and returns the new commit's id. */
  String commit(String... arguments) throws InterruptedException {
    String date = day(days).getEpochSecond() + " +0000";
    days++;
    git.with("GIT_AUTHOR_DATE", date).with("GIT_COMMITTER_DATE", date).run(List.of(arguments), GO);
    return git.text(GO, "rev-parse", "HEAD");
  }

  /** Runs git. */
  String run(String... arguments) throws InterruptedException {
    return git.text(GO, arguments);
  }
}
