package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The old and the new file of a path, byte for byte as on the disk: after line endings and filters.
 * Null means nothing.
 */
public record FileSwap(String path, @Nullable FileState before, @Nullable FileState after) {

  public static String write(List<FileSwap> swaps) {
    List<Object> list = new ArrayList<>();
    for (FileSwap swap : swaps) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("path", swap.path);
      members.put("before", members(swap.before));
      members.put("after", members(swap.after));
      list.add(members);
    }
    return Json.write(list);
  }

  public static List<FileSwap> read(String json) {
    List<FileSwap> swaps = new ArrayList<>();
    for (Object element : (List<?>) Objects.requireNonNull(Json.read(json))) {
      Map<?, ?> members = (Map<?, ?>) element;
      swaps.add(
          new FileSwap(
              (String) Objects.requireNonNull(members.get("path")),
              state((Map<?, ?>) members.get("before")),
              state((Map<?, ?>) members.get("after"))));
    }
    return swaps;
  }

  private static @Nullable Map<String, @Nullable Object> members(@Nullable FileState state) {
    if (state == null) {
      return null;
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("hash", state.hash());
    members.put("mode", state.mode().name());
    members.put("size", state.size());
    return members;
  }

  private static @Nullable FileState state(@Nullable Map<?, ?> members) {
    return members == null
        ? null
        : new FileState(
            (String) Objects.requireNonNull(members.get("hash")),
            FileMode.valueOf((String) Objects.requireNonNull(members.get("mode"))),
            (Long) Objects.requireNonNull(members.get("size")));
  }
}
