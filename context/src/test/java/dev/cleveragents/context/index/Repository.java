package dev.cleveragents.context.index;

import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real git repository. */
final class Repository {

  private static final CancellationToken GO = CancellationToken.none();

  private final Path folder;
  private final Git git;

  private Repository(Path folder) {
    this.folder = folder;
    this.git =
        new Git(
                new CommandRunner(
                    ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
                folder)
            .with("GIT_AUTHOR_NAME", "A")
            .with("GIT_AUTHOR_EMAIL", "a@example.org")
            .with("GIT_COMMITTER_NAME", "A")
            .with("GIT_COMMITTER_EMAIL", "a@example.org");
  }

  static Repository in(Path folder) {
    return new Repository(folder);
  }

  static Repository init(Path folder) throws Exception {
    Files.createDirectories(folder);
    Repository made = new Repository(folder);
    made.git.run(List.of("init", "-q", "-b", "main", "."), GO);
    return made;
  }

  Path folder() {
    return folder;
  }

  Git git() {
    return git;
  }

  Repository write(String path, String text) throws IOException {
    return write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  Repository write(String path, byte[] bytes) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return this;
  }

  Repository delete(String path) throws IOException {
    Files.delete(folder.resolve(path));
    return this;
  }

  /** As {@link #tree}, for a supplier. */
  SourceTree treeUnchecked() {
    try {
      return tree();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Everything in the work tree, as a tree of the repository. */
  GitTree tree() throws InterruptedException {
    git.run(List.of("add", "-A", "-f", "."), GO);
    return GitTree.of(git, git.text(GO, "write-tree"), GO);
  }
}
