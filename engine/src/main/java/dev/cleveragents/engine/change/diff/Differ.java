package dev.cleveragents.engine.change.diff;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.FileState;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes differences of changes, from the bytes that these name by their hashes. */
public final class Differ {

  private static final byte[] NOTHING = {};

  private final Function<String, Optional<byte[]>> contents;

  /**
   * @param contents the bytes of a hash
   */
  public Differ(Function<String, Optional<byte[]>> contents) {
    this.contents = contents;
  }

  /** One that takes them from the store. */
  public static Differ on(ContentStore store) {
    return new Differ(store::get);
  }

  /**
   * The difference that this change makes.
   *
   * @throws PlanException if a content that it names is not there
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
                PlanException.failed(
                    "The content %s of %s is not in the store, so its difference cannot be shown"
                        .formatted(state.hash(), change.path()),
                    null));
  }
}
