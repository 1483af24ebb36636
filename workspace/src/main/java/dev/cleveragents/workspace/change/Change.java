package dev.cleveragents.workspace.change;

import org.jspecify.annotations.Nullable;

/**
 * One mutation of one file. A file that is created has no state before, a deleted one none after,
 * all others have both; only a moved one has a path that it came from.
 *
 * @param resource name of the resource that the file is part of
 * @param path relative to the resource, with {@code /} between its parts
 * @param movedFrom the path before a move; the state before is the one of that path
 */
public record Change(
    String resource,
    String path,
    ChangeOperation operation,
    @Nullable String movedFrom,
    @Nullable FileState before,
    @Nullable FileState after) {

  public Change {
    if ((before == null) != (operation == ChangeOperation.CREATE)) {
      throw new IllegalArgumentException(
          "A file has a state before unless it is created: %s %s".formatted(operation, path));
    }
    if ((after == null) != (operation == ChangeOperation.DELETE)) {
      throw new IllegalArgumentException(
          "A file has a state after unless it is deleted: %s %s".formatted(operation, path));
    }
    if ((movedFrom == null) == (operation == ChangeOperation.MOVE)) {
      throw new IllegalArgumentException(
          "A move, and nothing else, has a path it came from: %s %s".formatted(operation, path));
    }
  }

  public static Change create(String resource, String path, FileState after) {
    return new Change(resource, path, ChangeOperation.CREATE, null, null, after);
  }

  public static Change modify(String resource, String path, FileState before, FileState after) {
    return new Change(resource, path, ChangeOperation.MODIFY, null, before, after);
  }

  public static Change delete(String resource, String path, FileState before) {
    return new Change(resource, path, ChangeOperation.DELETE, null, before, null);
  }

  public static Change move(
      String resource, String from, String to, FileState before, FileState after) {
    return new Change(resource, to, ChangeOperation.MOVE, from, before, after);
  }
}
