package dev.cleveragents.context.safety;

import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lets the files of a resource through one after the other, as the rules of a view say, until the
 * view's limits are reached; counts what it keeps back. What it has let through is never more than
 * the limits. For one thread; {@link #copy} for others.
 */
public final class ViewLimits {

  private final PathScope scope;
  private final View view;
  private final Map<Reason, Integer> leftOut = new EnumMap<>(Reason.class);
  private int filesLeft;
  private long bytesLeft;

  public ViewLimits(PathScope scope, View view, int files, long bytes) {
    this.scope = scope;
    this.view = view;
    this.filesLeft = files;
    this.bytesLeft = bytes;
  }

  /** Whether the view sees this file beside those it saw before. */
  public boolean takes(String path, long bytes) {
    Optional<Reason> hidden = scope.hiddenBy(view, path);
    if (hidden.isEmpty() && filesLeft == 0) {
      hidden = Optional.of(Reason.TOO_MANY_FILES);
    } else if (hidden.isEmpty() && bytes > bytesLeft) {
      hidden = Optional.of(Reason.TOO_MANY_BYTES);
    }
    if (hidden.isPresent()) {
      leftOut.merge(hidden.get(), 1, Integer::sum);
      return false;
    }
    filesLeft--;
    bytesLeft -= bytes;
    return true;
  }

  /** Returns the bytes of a file that was let through and is gone. */
  public void giveBack(long bytes) {
    filesLeft++;
    bytesLeft += bytes;
  }

  /** A file that was kept back is gone. Of those beyond a limit it is not known beyond which. */
  public void forget(String path) {
    Reason reason =
        scope
            .hiddenBy(view, path)
            .orElse(
                leftOut.containsKey(Reason.TOO_MANY_FILES)
                    ? Reason.TOO_MANY_FILES
                    : Reason.TOO_MANY_BYTES);
    leftOut.computeIfPresent(reason, (_, count) -> count > 1 ? count - 1 : null);
  }

  /** One that has let the same files through. */
  public ViewLimits copy() {
    ViewLimits copy = new ViewLimits(scope, view, filesLeft, bytesLeft);
    copy.leftOut.putAll(leftOut);
    return copy;
  }

  /** How many files were kept back, by reason; reasons of none are not there. */
  public Map<Reason, Integer> leftOut() {
    return Map.copyOf(leftOut);
  }
}
