package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.files.Deletion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;

/**
 * Keeps new files out of the work tree where the user has checked out only a part of it. Git sorts
 * that out only while it writes files, so it is made to do so in an empty folder of ours, with
 * another copy of the index.
 */
final class SparseCheckout {

  private final Path gitDir;
  private final Path folder;
  private final GitCalls git;

  /**
   * @param folder of ours, for what git writes meanwhile
   */
  SparseCheckout(Path gitDir, Path folder, GitCalls git) {
    this.gitDir = gitDir;
    this.folder = folder;
    this.git = git;
  }

  boolean isInForce() throws InterruptedException {
    // Git checks everything out where that file is missing.
    return Files.exists(gitDir.resolve("info/sparse-checkout"))
        && git.ask("config", "--type=bool", "core.sparseCheckout").text().equals("true");
  }

  /** Marks in the index of {@code merged} those of the new paths that do not belong. */
  void mark(GitCalls merged, String from, String to, List<TreeChange> changes)
      throws IOException, InterruptedException {
    Path files = Files.createDirectories(folder.resolve("files"));
    Path index = folder.resolve("index");
    Files.copy(gitDir.resolve("index"), index);
    GitCalls apart =
        git.in(files)
            .with("GIT_DIR", gitDir.toString())
            .with("GIT_WORK_TREE", files.toString())
            .with("GIT_INDEX_FILE", index.toString());
    apart.run("read-tree", "-m", "-u", from, to);
    NavigableMap<String, IndexEntry> sorted =
        IndexEntry.read(apart.run("ls-files", "-v", "-s", "-z").output());
    StringBuilder outside = new StringBuilder();
    for (TreeChange change : changes) {
      IndexEntry entry = sorted.get(change.path());
      if (change.creates() && entry != null && entry.isOutsideWorkTree()) {
        outside.append(change.path()).append('\0');
      }
    }
    if (!outside.isEmpty()) {
      merged.run(
          outside.toString().getBytes(StandardCharsets.UTF_8),
          "update-index",
          "--skip-worktree",
          "-z",
          "--stdin");
    }
    Deletion.of(folder);
  }
}
