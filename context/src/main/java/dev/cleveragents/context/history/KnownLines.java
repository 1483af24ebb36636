package dev.cleveragents.context.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which lines commits wrote in files: a commit never changes, so git is asked once for
 * each. Holds the {@value #MOST} used last; {@code known} is guarded by itself, and never held
 * while git is asked. What git could not say is not remembered.
 */
final class KnownLines {

  private static final int MOST = 5_000;

  private record Change(String commit, String path) {}

  private final ChangedLines git;

  /** An empty list for a file of which git says nothing. */
  @GuardedBy("known")
  private final Map<Change, List<LineRange>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Change, List<LineRange>> eldest) {
          return size() > MOST;
        }
      };

  KnownLines(ChangedLines git) {
    this.git = git;
  }

  /** The lines that each file's commit wrote; nothing for a file of which git does not say it. */
  Map<String, List<LineRange>> of(Map<String, Commit> last, CancellationToken token)
      throws InterruptedException {
    Map<String, List<LineRange>> all = new TreeMap<>();
    Map<String, Commit> missing = new LinkedHashMap<>();
    synchronized (known) {
      last.forEach(
          (path, commit) -> {
            @Nullable List<LineRange> lines = known.get(new Change(commit.id(), path));
            if (lines == null) {
              missing.put(path, commit);
            } else {
              all.put(path, lines);
            }
          });
    }
    if (!missing.isEmpty()) {
      all.putAll(asked(missing, token));
    }
    all.values().removeIf(List::isEmpty);
    return all;
  }

  private Map<String, List<LineRange>> asked(Map<String, Commit> missing, CancellationToken token)
      throws InterruptedException {
    try {
      Map<String, List<LineRange>> read = git.of(missing, token);
      synchronized (known) {
        missing.forEach(
            (path, commit) ->
                known.put(
                    new Change(commit.id(), path),
                    List.copyOf(read.getOrDefault(path, List.of()))));
      }
      return read;
    } catch (GitException e) {
      // Too much, or git is in trouble: the beginnings of the files will do.
      return Map.of();
    }
  }
}
