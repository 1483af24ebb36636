package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the changes between two trees of a ledger, with their exact bytes. */
public final class TreeComparison {

  private final Git git;
  private final BlobStore blobs;
  private final String resource;

  public TreeComparison(SandboxRepository ledger, Name resource) {
    this(ledger.git(), ledger.blobs(), resource);
  }

  /**
   * @param git in a repository that has both trees
   * @param scratch a directory of our own that need not be there yet
   */
  public TreeComparison(Git git, Path scratch, Name resource) {
    this(git, new BlobStore(git, scratch, BlobStore.MOST_BYTES), resource);
  }

  private TreeComparison(Git git, BlobStore blobs, Name resource) {
    this.git = git;
    this.blobs = blobs;
    this.resource = resource.toString();
  }

  public List<CapturedChange> changes(Tree before, Tree after, CancellationToken token)
      throws InterruptedException {
    if (before.equals(after)) {
      return List.of();
    }
    byte[] output =
        git.run(
            List.of("diff-tree", "-r", "--raw", "-z", "-M100%", before.id(), after.id()), token);
    List<TreeChange> raw = parse(output);
    Map<String, byte[]> bytes = blobs.read(objects(raw), token);
    List<CapturedChange> changes = new ArrayList<>();
    for (TreeChange change : raw) {
      changes.add(captured(change, bytes));
    }
    return changes;
  }

  static List<TreeChange> parse(byte[] output) {
    try {
      return TreeChange.parse(output);
    } catch (GitException e) {
      throw new OperationException(
          OperationException.Kind.INVALID, String.valueOf(e.getMessage()), null, null, e);
    }
  }

  private static List<String> objects(List<TreeChange> changes) {
    List<String> objects = new ArrayList<>();
    for (TreeChange change : changes) {
      for (TreeChange.Side side : List.of(change.before(), change.after())) {
        if (side.isThere() && FileMode.of(side.mode()).isPresent()) {
          objects.add(side.object());
        }
      }
    }
    return objects;
  }

  private CapturedChange captured(TreeChange raw, Map<String, byte[]> bytes) {
    FileState before = state(raw, raw.before(), bytes);
    FileState after = state(raw, raw.after(), bytes);
    return new CapturedChange(
        change(raw, before, after),
        bytes.get(raw.before().object()),
        bytes.get(raw.after().object()));
  }

  private Change change(TreeChange raw, @Nullable FileState before, @Nullable FileState after) {
    if (before == null && after != null) {
      return Change.create(resource, raw.path(), after);
    }
    if (before != null && after == null) {
      return Change.delete(resource, raw.path(), before);
    }
    if (before == null || after == null) {
      throw new IllegalStateException("A change with nothing on either side: " + raw);
    }
    return raw.from().equals(raw.path())
        ? Change.modify(resource, raw.path(), before, after)
        : Change.move(resource, raw.from(), raw.path(), before, after);
  }

  private static @Nullable FileState state(
      TreeChange raw, TreeChange.Side side, Map<String, byte[]> bytes) {
    if (!side.isThere()) {
      return null;
    }
    byte[] content = bytes.get(side.object());
    if (content == null) {
      throw OperationException.invalid(
          "'%s' is neither a file nor a link and cannot be recorded".formatted(raw.path()));
    }
    return FileState.of(content, FileMode.of(side.mode()).orElseThrow());
  }
}
