package dev.cleveragents.context.project;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.IndexSnapshot.FileSize;
import dev.cleveragents.context.index.parse.OverlayParser;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.ViewLimits;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What each view sees of a project. What it does not see is not in the snapshot that strategies
 * get, so that none can show it in any detail.
 *
 * <p>Which files of the index those are is found out once for each view and state of the index, and
 * remembered for the state that was asked about last: at most one for each view, guarded by {@code
 * lock}. Limits count the indexed files in the order of their paths; what is laid over the index
 * has the room that they leave.
 */
final class ViewFilter implements AutoCloseable {

  private final PathScope scope;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<View, Indexed> remembered = new EnumMap<>(View.class);

  @GuardedBy("lock")
  private boolean closed;

  ViewFilter(PathScope scope) {
    this.scope = scope;
  }

  /**
   * What a view sees of the index.
   *
   * @param whole the index
   * @param seen what is seen of it
   * @param limits what has let that through; never changed, only copied
   */
  record Indexed(IndexSnapshot whole, IndexSnapshot seen, ViewLimits limits)
      implements AutoCloseable {

    private Indexed again() {
      return new Indexed(whole.again(), seen.again(), limits);
    }

    @Override
    public void close() {
      try (whole) {
        seen.close();
      }
    }
  }

  /**
   * What a view sees of a state of the project; to be closed.
   *
   * @param newest the index
   * @param changes what is different in that state
   * @param syntax reads that
   */
  VisibleState see(
      View view,
      IndexSnapshot newest,
      Map<String, Optional<byte[]>> changes,
      OverlayParser.Bounded syntax,
      CancellationToken token)
      throws InterruptedException {
    Indexed indexed = indexed(view, newest);
    boolean well = false;
    try {
      ViewLimits limits = indexed.limits().copy();
      Map<String, Optional<byte[]>> seen =
          scope.narrows(view) ? seen(changes, indexed, limits) : changes;
      IndexSnapshot snapshot =
          seen.isEmpty() ? indexed.seen().again() : indexed.seen().overlay(seen, syntax, token);
      well = true;
      return new VisibleState(
          new VisibleState.Rules(scope, view), indexed, snapshot, limits.leftOut(), syntax.late());
    } finally {
      if (!well) {
        indexed.close();
      }
    }
  }

  /** What a view sees of the index itself; to be closed. */
  VisibleState see(View view, IndexSnapshot newest) {
    Indexed indexed = indexed(view, newest);
    return new VisibleState(
        new VisibleState.Rules(scope, view),
        indexed,
        indexed.seen().again(),
        indexed.limits().leftOut(),
        0);
  }

  /** The changes as they are seen: a file that is not seen is not there. */
  private static Map<String, Optional<byte[]>> seen(
      Map<String, Optional<byte[]>> changes, Indexed indexed, ViewLimits limits) {
    for (String path : changes.keySet()) {
      OptionalLong before = indexed.seen().size(path);
      if (before.isPresent()) {
        limits.giveBack(before.getAsLong());
      } else if (indexed.whole().contains(path)) {
        limits.forget(path);
      }
    }
    Map<String, Optional<byte[]>> seen = new TreeMap<>(changes);
    seen.replaceAll((path, bytes) -> bytes.filter(it -> limits.takes(path, it.length)));
    return seen;
  }

  private Indexed indexed(View view, IndexSnapshot newest) {
    if (!scope.narrows(view)) {
      return new Indexed(newest.again(), newest.again(), scope.limits(view));
    }
    synchronized (lock) {
      Indexed known = remembered.get(view);
      if (known != null && known.whole().isSameAs(newest)) {
        return known.again();
      }
    }
    Indexed found = find(view, newest);
    remember(view, found);
    return found;
  }

  /** Two threads may do this at once; each keeps what it has found. */
  private Indexed find(View view, IndexSnapshot newest) {
    ViewLimits limits = scope.limits(view);
    Set<String> seen = new HashSet<>();
    for (FileSize file : newest.sizes()) {
      if (limits.takes(file.path(), file.bytes())) {
        seen.add(file.path());
      }
    }
    return new Indexed(newest.again(), newest.only(seen::contains), limits);
  }

  private void remember(View view, Indexed found) {
    synchronized (lock) {
      if (!closed) {
        remembered.values().removeIf(it -> closedIfOld(it, found));
        Indexed before = remembered.put(view, found.again());
        if (before != null) {
          before.close();
        }
      }
    }
  }

  private static boolean closedIfOld(Indexed known, Indexed found) {
    boolean old = !known.whole().isSameAs(found.whole());
    if (old) {
      known.close();
    }
    return old;
  }

  /** Releases the cached snapshots; handed-out ones stay open. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      remembered.values().forEach(Indexed::close);
      remembered.clear();
    }
  }
}
