package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.Commit;
import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes questions with known answers of a repository's history. Left out are merges, first commits,
 * commits of more than {@value #MOST_FILES} files, those that change no text file of the tree
 * before them, new versions, and messages of fewer than two words of three letters. The same
 * history always gives the same cases, the newest first.
 */
final class CommitCases {

  /** A commit that touches more files is not a single change. */
  static final int MOST_FILES = 20;

  private static final int FEWEST_WORDS = 2;
  private static final int BATCH = 500;

  private final Git git;

  /** Cases of a repository. */
  CommitCases(Git git) {
    this.git = git;
  }

  /** The newest cases of a history, up to a limit. */
  List<CommitCase> of(HistoryView view, int most, CancellationToken token)
      throws InterruptedException {
    List<Commit> candidates = view.commits().stream().filter(CommitCases::isCandidate).toList();
    List<CommitCase> cases = new ArrayList<>();
    for (int from = 0; from < candidates.size() && cases.size() < most; from += BATCH) {
      List<Commit> batch = candidates.subList(from, Math.min(from + BATCH, candidates.size()));
      Map<String, Set<String>> texts = textFiles(batch, token);
      for (Commit commit : batch) {
        List<String> files = files(commit, texts.getOrDefault(commit.id(), Set.of()));
        if (!files.isEmpty() && cases.size() < most) {
          cases.add(
              new CommitCase(
                  commit.id(),
                  commit.parents().get(0),
                  commit.time(),
                  CommitMessages.question(commit.message()),
                  files));
        }
      }
    }
    return List.copyOf(cases);
  }

  private static boolean isCandidate(Commit commit) {
    return commit.parents().size() == 1
        && commit.files() > 0
        && commit.files() <= MOST_FILES
        && !CommitMessages.isVersionBump(commit.message())
        && Grep.words(CommitMessages.question(commit.message())).size() >= FEWEST_WORDS;
  }

  private static List<String> files(Commit commit, Set<String> texts) {
    return commit.touches().stream()
        .filter(touch -> touch.kind() != Kind.ADDED)
        .map(Commit.Touch::path)
        .filter(texts::contains)
        .sorted()
        .toList();
  }

  /** The text files that each of the commits touched. */
  private Map<String, Set<String>> textFiles(List<Commit> commits, CancellationToken token)
      throws InterruptedException {
    StringBuilder ids = new StringBuilder();
    commits.forEach(commit -> ids.append(commit.id()).append('\n'));
    byte[] said =
        git.run(
            List.of(
                "diff-tree",
                "--stdin",
                "-r",
                "-z",
                "--numstat",
                "--no-renames",
                "--no-ext-diff",
                "--no-textconv",
                "--ignore-submodules=all"),
            ids.toString().getBytes(StandardCharsets.UTF_8),
            token);
    Map<String, Set<String>> texts = new HashMap<>();
    Set<String> files = new HashSet<>();
    for (String item : Git.splitLeniently(said)) {
      String line = item.strip();
      int path = line.indexOf('\t', line.indexOf('\t') + 1) + 1;
      if (path == 0) {
        files = texts.computeIfAbsent(line, id -> new HashSet<>());
      } else if (!line.startsWith("-\t-")) {
        files.add(item.substring(item.indexOf('\t', item.indexOf('\t') + 1) + 1));
      }
    }
    return texts;
  }
}
