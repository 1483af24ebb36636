package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A work tree of git as it was looked at.
 *
 * @param gitDir where its index and HEAD are
 * @param common where the branches of all work trees of the repository are
 * @param branch the full name of the branch that is checked out; {@code HEAD} if none is
 * @param head its commit; null if it has none yet
 */
public record GitCheckout(
    Path root, Path gitDir, Path common, String branch, @Nullable String head) {

  /** The files in a git directory that mean an operation is under way, by its name. */
  private static final Map<String, String> UNDER_WAY =
      Map.of(
          "MERGE_HEAD", "a merge",
          "CHERRY_PICK_HEAD", "a cherry-pick",
          "REVERT_HEAD", "a revert",
          "rebase-merge", "a rebase",
          "rebase-apply", "a rebase",
          "BISECT_LOG", "a bisection");

  /** Looks; refuses what cannot be applied to. */
  public static GitCheckout look(Name resource, GitCalls git)
      throws InterruptedException, ApplyRefusal {
    if (!Files.isDirectory(git.directory())) {
      throw new ApplyRefusal(resource, "There is no folder " + git.directory());
    }
    GitCheckout checkout = atOnce(git);
    if (checkout == null) {
      checkout = oneByOne(resource, git);
    }
    return checkout;
  }

  /** Refuses if the journal of an apply cannot be kept in it. */
  public void requireJournals(Name resource) throws ApplyRefusal {
    GitDirectoryProbe.requireJournals(resource, gitDir);
  }

  /** Refuses while an operation of git is under way. */
  public void requireIdle(Name resource) throws ApplyRefusal {
    for (Map.Entry<String, String> sign : UNDER_WAY.entrySet()) {
      if (Files.exists(gitDir.resolve(sign.getKey()), LinkOption.NOFOLLOW_LINKS)) {
        throw new ApplyRefusal(
            resource,
            "%s is under way in %s; finish or abort it first".formatted(sign.getValue(), root));
      }
    }
  }

  /**
   * Asks for everything in one call; null where the answer is not the usual one: HEAD has no
   * commit, a path has a line break, or there is no work tree.
   */
  private static @Nullable GitCheckout atOnce(GitCalls git) throws InterruptedException {
    Answer all =
        git.ask(
            "rev-parse",
            "--path-format=absolute",
            "--absolute-git-dir",
            "--git-common-dir",
            "--show-toplevel",
            "HEAD^{commit}",
            "--symbolic-full-name",
            "HEAD");
    List<String> lines = new String(all.output(), StandardCharsets.UTF_8).lines().toList();
    if (!all.succeeded() || lines.size() != 5 || !lines.get(3).matches("[0-9a-f]{40,64}")) {
      return null;
    }
    return new GitCheckout(
        Path.of(lines.get(2)),
        Path.of(lines.get(0)),
        Path.of(lines.get(1)),
        lines.get(4),
        lines.get(3));
  }

  private static GitCheckout oneByOne(Name resource, GitCalls git)
      throws InterruptedException, ApplyRefusal {
    Answer bare = git.ask("rev-parse", "--is-bare-repository");
    if (!bare.succeeded()) {
      throw new ApplyRefusal(
          resource,
          "git does not accept %s as a repository: %s; check its .git/HEAD, or restore it from a backup"
              .formatted(git.directory(), bare.errors().strip()));
    }
    if (bare.text().equals("true")) {
      throw new ApplyRefusal(resource, git.directory() + " is a bare repository: it has no files");
    }
    Path root = path(git.run("rev-parse", "--show-toplevel"));
    Path gitDir = path(git.run("rev-parse", "--absolute-git-dir"));
    Path common = path(git.run("rev-parse", "--path-format=absolute", "--git-common-dir"));
    Answer branch = git.ask("symbolic-ref", "-q", "HEAD");
    Answer head = git.ask("rev-parse", "-q", "--verify", "HEAD^{commit}");
    return new GitCheckout(
        root,
        gitDir,
        common,
        branch.succeeded() ? branch.text() : "HEAD",
        head.succeeded() ? head.text() : null);
  }

  /** Refuses unless this branch is checked out, and nowhere else. */
  public void requireOn(Name resource, String wanted, GitCalls git)
      throws InterruptedException, ApplyRefusal {
    requireOn(resource, wanted);
    // Without that folder there is no other work tree.
    if (wanted.equals("HEAD") || Files.notExists(common.resolve("worktrees"))) {
      return;
    }
    Path there = null;
    for (String part :
        Git.splitLeniently(git.run("worktree", "list", "--porcelain", "-z").output())) {
      if (part.startsWith("worktree ")) {
        there = Path.of(part.substring("worktree ".length()));
      } else if (there != null && part.equals("branch " + wanted) && isElsewhere(there)) {
        throw new ApplyRefusal(
            resource,
            "%s is checked out in %s as well, and the files there would not be updated; switch to another branch there, or remove it with 'git worktree remove'"
                .formatted(wanted, there));
      }
    }
  }

  /** One whose folder is gone does not count: git forgets it with 'git worktree prune'. */
  private boolean isElsewhere(Path other) {
    try {
      return !Files.isSameFile(root, other);
    } catch (IOException e) {
      return Files.exists(other);
    }
  }

  /** Refuses if no branch is checked out and HEAD is not where it was. */
  public void requireAt(Name resource, String wanted, String base) throws ApplyRefusal {
    if (wanted.equals("HEAD") && !base.equals(head)) {
      throw new ApplyRefusal(
          resource,
          "no branch is checked out, and HEAD is not where it was when the plan began; return to it with 'git switch --detach %s', or replan"
              .formatted(base));
    }
  }

  private void requireOn(Name resource, String wanted) throws ApplyRefusal {
    if (!branch.equals(wanted)) {
      throw new ApplyRefusal(
          resource,
          wanted.equals("HEAD")
              ? "no branch was checked out when the plan began, now %s is; return to it with 'git switch --detach COMMIT'"
                  .formatted(branch)
              : "the plan began on %s, now %s is checked out; return to it with 'git switch %s'"
                  .formatted(
                      wanted,
                      branch.equals("HEAD") ? "no branch" : branch,
                      wanted.substring("refs/heads/".length())));
    }
  }

  /** Finds what differs between two trees. */
  public static List<TreeChange> changes(GitCalls git, Name resource, String from, String to)
      throws InterruptedException, ApplyRefusal {
    byte[] output =
        git.run("diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", from, to).output();
    try {
      return TreeChange.parse(output);
    } catch (GitException e) {
      throw new ApplyRefusal(
          resource,
          "the name of a changed file is not UTF-8, and such a file cannot be applied; rename it");
    }
  }

  /** The one path that git said. */
  static Path path(Answer said) {
    String text = new String(said.output(), StandardCharsets.UTF_8);
    return Path.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
  }
}
