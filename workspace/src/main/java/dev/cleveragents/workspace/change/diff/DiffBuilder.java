package dev.cleveragents.workspace.change.diff;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.FileState;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes differences of changes, from the bytes that these name by their hashes. */
public final class DiffBuilder {

  private static final byte[] NOTHING = {};

  private final Function<String, Optional<byte[]>> contents;

  /**
   * @param contents the bytes of a hash
   */
  public DiffBuilder(Function<String, Optional<byte[]>> contents) {
    this.contents = contents;
  }

  /** One that takes them from the store. */
  public static DiffBuilder on(ContentStore store) {
    return new DiffBuilder(store::get);
  }

  /**
   * The difference that this change makes.
   *
   * @throws OperationException if a content that it names is not there
   */
  public FileDiff diff(Change change) {
    return new FileDiff(change, bytes(change, change.before()), bytes(change, change.after()));
  }

  /** The differences that these make, in their order. */
  public List<FileDiff> diff(List<Change> changes) {
    return changes.stream().map(this::diff).toList();
  }

  private byte[] bytes(Change change, @Nullable FileState state) {
    if (state == null) {
      return NOTHING;
    }
    return contents
        .apply(state.hash())
        .orElseThrow(
            () ->
                OperationException.failed(
                    "The content %s of %s is not in the store, so its difference cannot be shown"
                        .formatted(state.hash(), change.path()),
                    null));
  }
}
