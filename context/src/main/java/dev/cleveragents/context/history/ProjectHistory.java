package dev.cleveragents.context.history;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.history.HistoryFile.Stored;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of one repository, kept in a file and in memory.
 *
 * <p>Invariant: {@link #at} answers with the newest commits that the given one builds on, itself
 * included, and no other, whatever is kept: it depends on the repository and the limits alone. What
 * is kept belongs to a tip; when the tip moves forward only the new commits are read, and when what
 * is kept is damaged, gone or of another line of history, all is read again.
 *
 * <p>May be used by many threads: {@code kept} is an immutable value in an atomic reference, the
 * last views are in a cache. Two threads that need the same may both read it; they get the same.
 */
public final class ProjectHistory {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectHistory.class);
  private static final Pattern FULL_ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final int VIEWS = 8;

  private final Git git;
  private final HistoryLimits limits;
  private final HistoryFile file;
  private final GitLogReader reader;
  private final ChangedLines changedLines;
  private final AtomicReference<@Nullable Stored> kept = new AtomicReference<>();

  /** The last views by commit. */
  private final Cache<String, HistoryView> views =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(VIEWS).build();

  /**
   * The history of a repository.
   *
   * @param git git in the repository
   * @param file where what was read is kept; its folder is made if need be
   */
  public ProjectHistory(Git git, Path file, HistoryLimits limits) {
    this.git = git;
    this.limits = limits;
    this.file = new HistoryFile(file);
    this.reader = new GitLogReader(git, limits);
    this.changedLines = new ChangedLines(git);
  }

  /**
   * What led to a commit: itself and what it builds on, as far as the limits go.
   *
   * @param revision a commit's id or a name for one
   * @throws GitException if there is no such commit, or git cannot read the repository
   */
  public HistoryView at(String revision, CancellationToken token) throws InterruptedException {
    String id =
        FULL_ID.matcher(revision).matches()
            ? revision
            : git.text(token, "rev-parse", "--verify", "--end-of-options", revision + "^{commit}");
    HistoryView known = views.getIfPresent(id);
    if (known != null) {
      return known;
    }
    HistoryView view = new HistoryView(commits(id, token));
    views.put(id, view);
    return view;
  }

  /**
   * Which lines the last commits of these files wrote, as the files are after those commits.
   *
   * @param last each file with the last commit that touched it
   * @return nothing for a file of which git does not say it
   */
  public Map<String, List<LineRange>> changedLines(
      Map<String, Commit> last, CancellationToken token) throws InterruptedException {
    return changedLines.of(last, token);
  }

  private List<Commit> commits(String id, CancellationToken token) throws InterruptedException {
    Stored stored = kept.get();
    if (stored == null) {
      stored = file.read().filter(it -> it.limits().equals(limits)).orElse(null);
      kept.set(stored);
    }
    if (stored == null) {
      return readAll(id, true, token);
    }
    if (stored.tip().equals(id)) {
      return stored.commits();
    }
    Map<String, Commit> known = new HashMap<>();
    stored.commits().forEach(commit -> known.put(commit.id(), commit));
    boolean behind = known.containsKey(id);
    if (!behind && !readNew(stored.tip(), id, known, token)) {
      return readAll(id, true, token);
    }
    Optional<List<Commit>> walked = walk(id, known, limits.commits());
    if (walked.isEmpty()) {
      return readAll(id, !behind, token);
    }
    String tip = stored.tip();
    boolean forward = !behind && walked.get().stream().anyMatch(it -> it.id().equals(tip));
    if (forward) {
      keep(new Stored(id, limits, walked.get()));
    }
    return walked.get();
  }

  /** Adds what the commit builds on and the tip does not; says whether there still is that tip. */
  private boolean readNew(String tip, String id, Map<String, Commit> known, CancellationToken token)
      throws InterruptedException {
    if (!git.ask(token, "cat-file", "-e", tip + "^{commit}").succeeded()) {
      return false;
    }
    reader.read(List.of(id, "^" + tip), token).forEach(commit -> known.put(commit.id(), commit));
    return true;
  }

  private List<Commit> readAll(String id, boolean keep, CancellationToken token)
      throws InterruptedException {
    List<Commit> read = reader.read(List.of(id), token);
    Map<String, Commit> known = new HashMap<>();
    read.forEach(commit -> known.put(commit.id(), commit));
    // What is cut off by its bytes cannot be walked through; git's order is the same but for ties.
    List<Commit> commits = walk(id, known, limits.commits()).orElse(read);
    if (keep) {
      keep(new Stored(id, limits, commits));
    }
    return commits;
  }

  /** That it cannot be kept costs time, and nothing else. */
  private void keep(Stored stored) {
    kept.set(stored);
    try {
      file.write(stored);
    } catch (IOException e) {
      LOG.warn("The history could not be kept and will be read again: {}", e.toString());
    }
  }

  private record Waiting(Commit commit, int number) {}

  /**
   * The commit and its ancestors, up to a limit, the newest first, and so in the order that git has
   * too: it depends on the commit alone, not on what else is known.
   *
   * @return empty if that needs a commit that is not known
   */
  private static Optional<List<Commit>> walk(String tip, Map<String, Commit> known, int most) {
    PriorityQueue<Waiting> queue =
        new PriorityQueue<>(
            Comparator.comparing((Waiting it) -> it.commit.time())
                .reversed()
                .thenComparingInt(Waiting::number));
    Set<String> seen = new HashSet<>();
    List<Commit> walked = new ArrayList<>();
    boolean missing = !offer(tip, known, seen, queue);
    while (walked.size() < most) {
      Waiting next = queue.poll();
      if (next == null) {
        return missing ? Optional.empty() : Optional.of(walked);
      }
      walked.add(next.commit);
      for (String parent : next.commit.parents()) {
        missing |= !offer(parent, known, seen, queue);
      }
    }
    return Optional.of(walked);
  }

  private static boolean offer(
      String id, Map<String, Commit> known, Set<String> seen, PriorityQueue<Waiting> queue) {
    Commit commit = known.get(id);
    if (commit != null && seen.add(id)) {
      queue.add(new Waiting(commit, seen.size()));
    }
    return commit != null;
  }
}
