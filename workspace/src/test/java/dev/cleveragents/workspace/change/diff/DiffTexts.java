package dev.cleveragents.workspace.change.diff;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes and the bytes behind them, for tests. */
final class DiffTexts {

  private final Map<String, byte[]> contents = new HashMap<>();

  DiffBuilder differ() {
    return new DiffBuilder(hash -> Optional.ofNullable(contents.get(hash)));
  }

  FileState state(String text, FileMode mode) {
    return state(text.getBytes(StandardCharsets.UTF_8), mode);
  }

  FileState state(byte[] bytes, FileMode mode) {
    FileState state = FileState.of(bytes, mode);
    contents.put(state.hash(), bytes);
    return state;
  }

  /** The difference between two texts, null for no file. */
  FileDiff diff(String path, @Nullable String before, @Nullable String after) {
    return differ().diff(change(path, before, after));
  }

  Change change(String path, @Nullable String before, @Nullable String after) {
    if (before == null) {
      return Change.create("r", path, state(String.valueOf(after), FileMode.REGULAR));
    }
    FileState old = state(before, FileMode.REGULAR);
    return after == null
        ? Change.delete("r", path, old)
        : Change.modify("r", path, old, state(after, FileMode.REGULAR));
  }
}
