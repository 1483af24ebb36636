package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells the difference between two trees of a ledger. */
final class TreeComparison {

  private final Git git;
  private final Blobs blobs;
  private final String resource;

  TreeComparison(Ledger ledger, Name resource) {
    this(ledger.git(), ledger.blobs(), resource);
  }

  TreeComparison(Git git, Blobs blobs, Name resource) {
    this.git = git;
    this.blobs = blobs;
    this.resource = resource.toString();
  }

  List<Captured> changes(Tree before, Tree after, CancellationToken token)
      throws InterruptedException {
    if (before.equals(after)) {
      return List.of();
    }
    byte[] output =
        git.run(
            List.of("diff-tree", "-r", "--raw", "-z", "-M100%", before.id(), after.id()), token);
    List<RawChange> raw = RawChange.parse(output);
    Map<String, byte[]> bytes = blobs.read(objects(raw), token);
    List<Captured> changes = new ArrayList<>();
    for (RawChange change : raw) {
      changes.add(captured(change, bytes));
    }
    return changes;
  }

  private static List<String> objects(List<RawChange> changes) {
    List<String> objects = new ArrayList<>();
    for (RawChange change : changes) {
      for (RawChange.Side side : List.of(change.before(), change.after())) {
        if (side.isThere() && side.fileMode().isPresent()) {
          objects.add(side.object());
        }
      }
    }
    return objects;
  }

  private Captured captured(RawChange raw, Map<String, byte[]> bytes) {
    FileState before = state(raw, raw.before(), bytes);
    FileState after = state(raw, raw.after(), bytes);
    return new Captured(
        change(raw, before, after),
        bytes.get(raw.before().object()),
        bytes.get(raw.after().object()));
  }

  private Change change(RawChange raw, @Nullable FileState before, @Nullable FileState after) {
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
      RawChange raw, RawChange.Side side, Map<String, byte[]> bytes) {
    if (!side.isThere()) {
      return null;
    }
    byte[] content = bytes.get(side.object());
    if (content == null) {
      throw PlanException.invalid(
          "'%s' is neither a file nor a link and cannot be recorded".formatted(raw.path()));
    }
    return FileState.of(content, side.fileMode().orElseThrow());
  }
}
