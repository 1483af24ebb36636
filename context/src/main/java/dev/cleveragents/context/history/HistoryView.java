package dev.cleveragents.context.history;

import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.Commit.Touch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What led to one commit: it knows that commit and those before it, never a later one. Immutable.
 */
public final class HistoryView {

  /** A commit of more files says nothing about what belongs together. */
  public static final int MOST_FILES_TOGETHER = 50;

  /** A file that changed in the same commits as another, and those commits, the newest first. */
  public record Together(String path, List<Commit> commits) {

    /** Takes a copy. */
    public Together {
      commits = List.copyOf(commits);
    }
  }

  /** A commit whose message is about a question; scores of one question can be compared. */
  public record Similar(Commit commit, double score) {}

  private final List<Commit> commits;
  private final List<Commit> withFiles;
  private final Map<String, List<Commit>> byPath = new HashMap<>();
  private final MessageIndex messages;

  /** A view of these commits, the newest first. */
  HistoryView(List<Commit> commits) {
    this.commits = List.copyOf(commits);
    withFiles = commits.stream().filter(commit -> !commit.touches().isEmpty()).toList();
    for (Commit commit : withFiles) {
      for (Touch touch : commit.touches()) {
        byPath.computeIfAbsent(touch.path(), path -> new ArrayList<>(2)).add(commit);
      }
    }
    messages = new MessageIndex(withFiles.stream().map(Commit::message).toList());
  }

  /** All commits, the newest first. */
  public List<Commit> commits() {
    return commits;
  }

  /** The same without what was committed before then. */
  public HistoryView since(Instant time) {
    return new HistoryView(
        commits.stream().filter(commit -> !commit.time().isBefore(time)).toList());
  }

  /** The commits that touched a file, the newest first; none of those that touched very many. */
  public List<Commit> touching(String path) {
    return List.copyOf(byPath.getOrDefault(path, List.of()));
  }

  /** When anything was last committed; the beginning of time if nothing was. */
  public Instant newest() {
    return commits.stream().map(Commit::time).max(Comparator.naturalOrder()).orElse(Instant.EPOCH);
  }

  /** Whether the last that is known of a file is that it was deleted. */
  public boolean isGone(String path) {
    return touching(path).stream()
        .findFirst()
        .flatMap(last -> last.touches().stream().filter(it -> it.path().equals(path)).findFirst())
        .filter(touch -> touch.kind() == Kind.DELETED)
        .isPresent();
  }

  /**
   * What changed in the same commits as a file, the most often first, then by path. Commits of more
   * than {@value #MOST_FILES_TOGETHER} files do not count.
   */
  public List<Together> changedWith(String path) {
    Map<String, List<Commit>> together = new TreeMap<>();
    for (Commit commit : touching(path)) {
      if (commit.files() <= MOST_FILES_TOGETHER) {
        for (Touch touch : commit.touches()) {
          if (!touch.path().equals(path)) {
            together.computeIfAbsent(touch.path(), other -> new ArrayList<>()).add(commit);
          }
        }
      }
    }
    List<Together> found = new ArrayList<>();
    together.forEach((other, shared) -> found.add(new Together(other, shared)));
    found.sort(Comparator.comparingInt((Together it) -> -it.commits.size()));
    return found;
  }

  /** The commits whose messages share words with a question, the best first. */
  public List<Similar> similar(String question, int most) {
    return messages.search(question, most).stream()
        .map(match -> new Similar(withFiles.get(match.message()), match.score()))
        .toList();
  }
}
