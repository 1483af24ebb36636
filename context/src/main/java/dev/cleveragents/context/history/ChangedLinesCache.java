package dev.cleveragents.context.history;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Caches which lines commits wrote in files: a commit never changes, so git is asked once for each.
 * Failures of git are not cached.
 */
final class ChangedLinesCache {

  private static final int MOST = 5_000;

  private record Change(String commit, String path) {}

  private final ChangedLines git;

  /** An empty list for a file of which git says nothing. */
  private final Cache<Change, List<LineRange>> known =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(MOST).build();

  ChangedLinesCache(ChangedLines git) {
    this.git = git;
  }

  /** The lines that each file's commit wrote; nothing for a file of which git does not say it. */
  Map<String, List<LineRange>> of(Map<String, Commit> last, CancellationToken token)
      throws InterruptedException {
    Map<String, List<LineRange>> all = new TreeMap<>();
    Map<String, Commit> missing = new LinkedHashMap<>();
    last.forEach(
        (path, commit) -> {
          List<LineRange> lines = known.getIfPresent(new Change(commit.id(), path));
          if (lines == null) {
            missing.put(path, commit);
          } else {
            all.put(path, lines);
          }
        });
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
      missing.forEach(
          (path, commit) ->
              known.put(
                  new Change(commit.id(), path), List.copyOf(read.getOrDefault(path, List.of()))));
      return read;
    } catch (GitException e) {
      // Too much, or git is in trouble: the beginnings of the files will do.
      return Map.of();
    }
  }
}
