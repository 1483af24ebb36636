package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.apply.files.PathState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** The flags in a copy of the index by which the user keeps git from comparing a file. */
final class IndexFlags {

  private final Path root;
  private final GitCalls git;

  /**
   * @param git with the copy of the index
   */
  IndexFlags(Path root, GitCalls git) {
    this.root = root;
    this.git = git;
  }

  /** Lets git compare also files that the user has told it to take for unchanged. */
  void showTakenForUnchanged(List<TreeChange> changes, NavigableMap<String, IndexEntry> old)
      throws InterruptedException {
    set(
        "--no-assume-unchanged",
        changes.stream()
            .map(TreeChange::path)
            .filter(
                it -> {
                  IndexEntry entry = old.get(it);
                  return entry != null && entry.isTakenForUnchanged();
                })
            .toList());
  }

  /**
   * Lets git compare also files that are in the work tree although it is told to skip them; returns
   * these.
   */
  List<String> showSkipped(List<TreeChange> changes, NavigableMap<String, IndexEntry> old)
      throws IOException, InterruptedException {
    List<String> skipped = new ArrayList<>();
    for (TreeChange change : changes) {
      IndexEntry entry = old.get(change.path());
      if (entry != null
          && entry.isOutsideWorkTree()
          && PathState.at(root.resolve(change.path())) instanceof PathState.File) {
        skipped.add(change.path());
      }
    }
    set("--no-skip-worktree", skipped);
    return skipped;
  }

  /** Sets the flag again. */
  void skip(List<String> paths) throws InterruptedException {
    set("--skip-worktree", paths);
  }

  private void set(String flag, List<String> paths) throws InterruptedException {
    if (!paths.isEmpty()) {
      git.run(lines(paths), "update-index", flag, "-z", "--stdin");
    }
  }

  /** As git reads paths with {@code -z}. */
  static byte[] lines(List<String> paths) {
    return String.join("", paths.stream().map(it -> it + "\0").toList())
        .getBytes(StandardCharsets.UTF_8);
  }
}
