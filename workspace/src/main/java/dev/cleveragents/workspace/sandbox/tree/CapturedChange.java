package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeContents;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One change between two trees, with the exact bytes before and after. */
public final class CapturedChange {

  private final Change change;
  private final byte @Nullable [] before;
  private final byte @Nullable [] after;

  /** Takes the arrays over. */
  CapturedChange(Change change, byte @Nullable [] before, byte @Nullable [] after) {
    this.change = change;
    this.before = before;
    this.after = after;
  }

  /** The change. */
  public Change change() {
    return change;
  }

  /** The bytes before, unless the file was created; the array is not to be changed. */
  public Optional<byte[]> before() {
    return Optional.ofNullable(before);
  }

  /** The bytes after, unless the file was deleted; the array is not to be changed. */
  public Optional<byte[]> after() {
    return Optional.ofNullable(after);
  }

  /** The change and its bytes, as a changeset records them. */
  public Recorded recorded(ChangeOrigin origin) {
    byte[][] bytes = Stream.of(before(), after()).flatMap(Optional::stream).toArray(byte[][]::new);
    return new Recorded(change, ChangeContents.of(bytes), origin);
  }

  /** The path and operation, not the bytes: they may be secret. */
  @Override
  public String toString() {
    return change.operation() + " " + change.path();
  }
}
