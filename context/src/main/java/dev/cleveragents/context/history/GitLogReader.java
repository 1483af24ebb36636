package dev.cleveragents.context.history;

import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.Commit.Touch;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads commits from git, a batch at a time, so that no answer is too long: where one is, the batch
 * is made smaller, down to one commit, of which then only the message is taken.
 */
final class GitLogReader {

  /** A commit of more files says nothing about any of them. */
  static final int MOST_FILES_KEPT = 500;

  private static final int BATCH = 1_000;
  private static final int BATCH_BYTES = 16 * 1024 * 1024;
  private static final int MOST_OF_MESSAGE = 4_000;
  private static final char BEGIN = '\u0002';

  private static final List<String> LOG =
      List.of(
          ("-c log.showSignature=false -c log.showRoot=true log -z --no-renames "
                  + "--no-ext-diff --no-decorate --no-notes --no-mailmap --ignore-submodules=all "
                  + "--diff-merges=off --encoding=UTF-8 --format=%x02%H%x00%P%x00%ct%x00%an%x00%B%x00")
              .split(" ", -1));

  private final Git git;
  private final HistoryLimits limits;

  GitLogReader(Git git, HistoryLimits limits) {
    this.git = git.withDeadline(Duration.ofMinutes(2)).withMostBytes(BATCH_BYTES);
    this.limits = limits;
  }

  /** The newest commits that the revisions name, in git's order, as far as the limits go. */
  List<Commit> read(List<String> revisions, CancellationToken token) throws InterruptedException {
    List<Commit> commits = new ArrayList<>();
    long bytes = 0;
    int batch = BATCH;
    while (commits.size() < limits.commits() && bytes < limits.bytes()) {
      int wanted = Math.min(batch, limits.commits() - commits.size());
      byte[] said;
      try {
        said = log(revisions, commits.size(), wanted, "--name-status", token);
      } catch (GitException e) {
        if (e.exitCode().isPresent()) {
          throw e;
        }
        if (wanted > 1) {
          batch = Math.max(1, wanted / 8);
          continue;
        }
        said = log(revisions, commits.size(), 1, "--no-patch", token);
      }
      bytes += said.length;
      List<Commit> more = parse(said);
      commits.addAll(more);
      if (more.size() < wanted) {
        break;
      }
    }
    return commits;
  }

  private byte[] log(
      List<String> revisions, int skip, int most, String what, CancellationToken token)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(LOG);
    arguments.add(what);
    arguments.add("--skip=" + skip);
    arguments.add("--max-count=" + most);
    arguments.addAll(revisions);
    arguments.add("--");
    return git.run(arguments, token);
  }

  private static List<Commit> parse(byte[] said) {
    List<String> items = Git.splitLeniently(said);
    List<Commit> commits = new ArrayList<>();
    int at = 0;
    while (at + 4 < items.size()) {
      if (items.get(at).isEmpty()) {
        at++;
        continue;
      }
      int header = at;
      at += 5;
      List<Touch> touches = new ArrayList<>();
      int files = 0;
      while (at < items.size() && !isBegin(items.get(at))) {
        String status = items.get(at).strip();
        if (!status.isEmpty() && at + 1 < items.size()) {
          at++;
          files++;
          add(touches, status, items.get(at));
        }
        at++;
      }
      boolean tooMany = files > MOST_FILES_KEPT;
      commits.add(commit(items.subList(header, header + 5), tooMany ? List.of() : touches, files));
    }
    return commits;
  }

  private static boolean isBegin(String item) {
    return !item.isEmpty() && item.charAt(0) == BEGIN;
  }

  /** A path that is not UTF-8 cannot be asked for, so it is only counted. */
  private static void add(List<Touch> touches, String status, String path) {
    if (touches.size() <= MOST_FILES_KEPT && path.indexOf('\ufffd') < 0) {
      Kind kind =
          switch (status.charAt(0)) {
            case 'A' -> Kind.ADDED;
            case 'D' -> Kind.DELETED;
            default -> Kind.CHANGED;
          };
      touches.add(new Touch(kind, path));
    }
  }

  private static Commit commit(List<String> header, List<Touch> touches, int files) {
    String message = header.get(4).strip();
    return new Commit(
        header.get(0).substring(1),
        header.get(1).isEmpty() ? List.of() : List.of(header.get(1).split(" ", -1)),
        Instant.ofEpochSecond(Long.parseLong(header.get(2))),
        header.get(3),
        message.length() > MOST_OF_MESSAGE ? message.substring(0, MOST_OF_MESSAGE) : message,
        touches,
        files);
  }
}
