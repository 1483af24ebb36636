package dev.cleveragents.context.project;

import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.context.index.tree.SourceTree.Content;
import dev.cleveragents.context.index.tree.SourceTree.Difference;
import dev.cleveragents.context.index.tree.SourceTree.Entry;
import dev.cleveragents.context.index.tree.SourceTree.Kind;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at another state of a project than the one that is indexed: what differs is laid over it,
 * so that the answers are those of an index of that state.
 */
final class RevisionChanges {

  private static final String HEAD = "HEAD";

  private final Git git;
  private final IndexSnapshot newest;

  RevisionChanges(Git git, IndexSnapshot newest) {
    this.git = git;
    this.newest = newest;
  }

  /** Whether a folder is a repository without a work tree; by the same test as git's. */
  static boolean isBare(Path folder) {
    return Files.isRegularFile(folder.resolve(HEAD))
        && Files.isDirectory(folder.resolve("objects"))
        && Files.isDirectory(folder.resolve("refs"));
  }

  /** The commit that is checked out; nothing if there is none yet. */
  static Optional<String> tip(Git git, CancellationToken token) throws InterruptedException {
    Git.Answer head = git.ask(token, "rev-parse", "--verify", "--quiet", HEAD);
    return head.succeeded() ? Optional.of(head.text().strip()) : Optional.empty();
  }

  /** The tree of a commit, or the one with nothing in it if there is none yet. */
  static GitTree tree(Git git, Optional<String> tip, CancellationToken token)
      throws InterruptedException {
    return GitTree.of(git, tip.isPresent() ? tip.get() : emptyTree(git, token), token);
  }

  private static String emptyTree(Git git, CancellationToken token) throws InterruptedException {
    return new String(
            git.run(List.of("hash-object", "-t", "tree", "--stdin"), new byte[0], token),
            StandardCharsets.US_ASCII)
        .strip();
  }

  /** The commit that what is seen comes from; none if there is no such commit. */
  static Optional<String> commit(Git git, ProjectState state, CancellationToken token)
      throws InterruptedException {
    Git.Answer found =
        git.ask(
            token,
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            state.revision().orElse(HEAD) + "^{commit}");
    return found.succeeded() ? Optional.of(found.text().strip()) : Optional.empty();
  }

  /** What is different in that state. */
  Map<String, Optional<byte[]>> changes(ProjectState state, CancellationToken token)
      throws InterruptedException {
    Map<String, Optional<byte[]>> changes = new HashMap<>();
    if (state.revision().isPresent()) {
      changes.putAll(from(GitTree.of(git, state.revision().get(), token), token));
    }
    changes.putAll(state.changed());
    return changes;
  }

  private Map<String, Optional<byte[]>> from(GitTree tree, CancellationToken token)
      throws InterruptedException {
    Difference difference = difference(tree, token);
    Map<String, Optional<byte[]>> changes = new HashMap<>();
    difference.gone().forEach(path -> changes.put(path, Optional.empty()));
    List<Entry> files = new ArrayList<>();
    for (Entry entry : difference.there()) {
      if (entry.kind() == Kind.FILE) {
        files.add(entry);
      } else {
        changes.put(entry.path(), Optional.empty());
      }
    }
    for (List<Entry> some : inPieces(files)) {
      List<Optional<Content>> contents = tree.read(some, token);
      for (int i = 0; i < some.size(); i++) {
        changes.put(some.get(i).path(), contents.get(i).map(Content::bytes));
      }
    }
    return changes;
  }

  /** All of it where what is indexed is no tree that can be compared. */
  private Difference difference(GitTree tree, CancellationToken token) throws InterruptedException {
    Optional<Difference> known = tree.since(newest.tree(), token);
    return known.isPresent()
        ? known.get()
        : new Difference(tree.list(Long.MAX_VALUE, token).entries(), newest.paths());
  }

  /** Groups of files that may be read at once. */
  private static List<List<Entry>> inPieces(List<Entry> files) {
    List<List<Entry>> pieces = new ArrayList<>();
    long room = 0;
    for (Entry file : files) {
      if (pieces.isEmpty() || file.size() > room) {
        pieces.add(new ArrayList<>());
        room = SourceTree.MOST_AT_ONCE;
      }
      pieces.getLast().add(file);
      room -= file.size();
    }
    return pieces;
  }
}
