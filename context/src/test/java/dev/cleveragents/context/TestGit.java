package dev.cleveragents.context;

import dev.cleveragents.context.index.tree.FolderTree;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;

/** Git as the module under test runs it. */
public final class TestGit {

  private static final CancellationToken GO = CancellationToken.none();

  private TestGit() {}

  /** Git in a directory. */
  public static Git in(Path directory) {
    return new Git(
        new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system()),
        directory);
  }

  /** Everything in the work tree, as a tree of the repository. */
  public static GitTree tree(GitRepository repository) {
    repository.git("add", "-A", "-f", ".");
    try {
      return GitTree.of(in(repository.directory()), repository.git("write-tree"), GO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A folder that is no repository. */
  public static FolderTree folder(Path folder) {
    return new FolderTree(
        folder, in(folder), folder.resolveSibling(folder.getFileName() + "-rules.git"));
  }

  /** The id of a tree. */
  public static String id(GitTree tree) {
    return tree.knownId().orElseThrow().substring("git:".length());
  }
}
