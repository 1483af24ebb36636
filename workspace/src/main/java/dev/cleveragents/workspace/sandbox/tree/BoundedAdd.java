package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds files to an index, unless they hold more than can be recorded. Git takes a minute to store
 * what it is then not allowed to keep. So if it takes longer than usual, it is ended, the sizes are
 * added up, and only if they are within the limit it starts again. Nor does it start again if it
 * would wait for ever, see {@link UnreadableRules}.
 *
 * @param files the directory of the files
 * @param index of git, which only this process uses
 * @param mostBytes how much can be recorded
 * @param usual how long an ordinary call takes at most
 */
public record BoundedAdd(Git git, Path files, Path index, long mostBytes, Duration usual) {

  private static final Duration USUAL = Duration.ofSeconds(2);

  /** With the limits of every sandbox. */
  public BoundedAdd(Git git, Path files, Path index) {
    this(git, files, index, BlobStore.MOST_BYTES, USUAL);
  }

  /**
   * Runs a line of {@code git add}.
   *
   * @param nested what the index has of other repositories
   * @throws OperationException if the new and changed files hold more than can be recorded
   */
  public void run(List<String> add, NestedRepositories nested, CancellationToken token)
      throws InterruptedException {
    try {
      nested.add(git.withDeadline(usual), add, token);
      return;
    } catch (GitException e) {
      if (e.exitCode().isPresent()) {
        throw e;
      }
      token.throwIfCancelled();
    }
    UnreadableRules.in(files).refuse();
    requireWithinLimit(add, token);
    deleteLock();
    nested.add(git, add, token);
  }

  private void requireWithinLimit(List<String> add, CancellationToken token)
      throws InterruptedException {
    List<String> list = new ArrayList<>(List.of("ls-files", "-z", "--others", "--modified"));
    int paths = add.indexOf("--");
    list.addAll(paths < 0 ? List.of("--exclude-standard") : add.subList(paths, add.size()));
    long bytes = 0;
    long most = 0;
    String largest = "";
    for (String path : Git.splitLeniently(git.run(list, token))) {
      long size = size(path);
      bytes += size;
      if (size > most) {
        most = size;
        largest = path;
      }
    }
    if (bytes > mostBytes) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "The files that changed hold %d MB (the largest is %s with %d MB), more than the %d MB that can be recorded at once"
              .formatted(bytes >> 20, largest, most >> 20, mostBytes >> 20),
          "Keep what a command generates out of the project, or have it ignored (.gitignore)",
          null);
    }
  }

  private long size(String path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(
              files.resolve(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile() ? attributes.size() : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** A git that was ended may leave it. */
  private void deleteLock() {
    try {
      Files.deleteIfExists(index.resolveSibling("index.lock"));
    } catch (IOException e) {
      throw OperationException.failed("A lock of git cannot be removed: " + e.getMessage(), e);
    }
  }
}
