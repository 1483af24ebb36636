package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.source.SandboxSource;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import dev.cleveragents.workspace.sandbox.tree.TreeComparison;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The commits of a sandbox's resource, for tools that read them. {@code HEAD} is the commit that
 * the plan started from. Read-only, and safe beside other uses of the sandbox.
 *
 * <ul>
 *   <li>Git runs in the sandbox's own ledger, so nothing that a command configures is obeyed.
 *   <li>A revision becomes the hash of a commit before git gets it in another call, and a path is
 *       checked as any path of a tool is. Neither can be an option.
 * </ul>
 */
public final class SandboxHistory {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 16 << 20;
  private static final int LONGEST_REVISION = 200;

  private static final Pattern REVISION = Pattern.compile("[A-Za-z0-9_@][A-Za-z0-9_./@{}~^+-]*");
  private static final Pattern HEAD = Pattern.compile("^(?:HEAD|@)(?=$|[~^])");

  private final SandboxRepository ledger;
  private final SandboxSource source;
  private final Optional<String> base;
  private final Name resource;
  private final SafePaths paths;

  SandboxHistory(
      SandboxRepository ledger,
      SandboxSource source,
      Optional<String> base,
      Name resource,
      SafePaths paths) {
    this.ledger = ledger;
    this.source = source;
    this.base = base;
    this.resource = resource;
    this.paths = paths;
  }

  /**
   * The hash of the commit that a revision names: a hash, a branch, a tag or {@code HEAD}, with
   * {@code ~} and {@code ^}.
   *
   * @throws OperationException if there is no such commit
   */
  public String commit(String revision, CancellationToken token) throws InterruptedException {
    String head =
        base.orElseThrow(
            () ->
                OperationException.invalid(
                    "The resource %s has no git history".formatted(resource.forPeople())));
    if (revision.length() > LONGEST_REVISION
        || revision.contains("..")
        || !REVISION.matcher(revision).matches()) {
      throw OperationException.invalid(
          "'%s' is not a revision; name a hash, a branch, a tag or HEAD, such as HEAD~2"
              .formatted(
                  revision.length() > LONGEST_REVISION
                      ? revision.substring(0, LONGEST_REVISION) + "…"
                      : revision));
    }
    String wanted = HEAD.matcher(revision).replaceFirst(head) + "^{commit}";
    // The ledger has all objects, and the names of branches and tags are in the resource alone.
    for (Git git : List.of(ledger.git(), source.git())) {
      Git.Answer answer =
          ask(git, List.of("rev-parse", "--verify", "--quiet", "--end-of-options", wanted), token);
      if (answer.succeeded()) {
        return answer.text();
      }
    }
    throw OperationException.invalid(
        "There is no commit '%s'; see git_log for hashes".formatted(revision));
  }

  /**
   * Commits, newest first, each on one line: short hash, day, author and subject.
   *
   * @param range a revision, or two with {@code ..} between them
   * @param path to which commits are limited; null for all
   * @param skip how many commits to leave out first
   */
  public List<String> log(
      String range, @Nullable String path, int skip, int most, CancellationToken token)
      throws InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of("log", "--date=short", "--format=%h %ad %an: %s", "--skip=" + skip));
    line.add("--max-count=" + most);
    int dots = range.indexOf("..");
    if (dots >= 0) {
      line.add("^" + commit(range.substring(0, dots), token));
    }
    line.add(commit(dots >= 0 ? range.substring(dots + 2) : range, token));
    line.add("--");
    if (path != null) {
      line.add(literal(path));
    }
    return run(line, token).lines().toList();
  }

  /** The author, the date and the whole message of a commit. */
  public String message(String commit, CancellationToken token) throws InterruptedException {
    return run(
        List.of(
            "log", "-1", "--date=iso", "--format=commit %H%nauthor %an%ndate %ad%n%n%B", commit),
        token);
  }

  /** The files of a commit. */
  public Tree tree(String commit, CancellationToken token) throws InterruptedException {
    return ledger.treeOf(commit, token);
  }

  /** What a commit has changed, compared with its first parent. */
  public List<CapturedChange> changes(String commit, CancellationToken token)
      throws InterruptedException {
    Git.Answer parent =
        ask(
            ledger.git(),
            List.of("rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^1^{tree}"),
            token);
    Tree before = new Tree(parent.succeeded() ? parent.text() : source.emptyTree(token));
    return new TreeComparison(ledger, resource).changes(before, tree(commit, token), token);
  }

  /** The bytes of a file in a commit; empty if it has none of that path. */
  public Optional<byte[]> file(String commit, String path, CancellationToken token)
      throws InterruptedException {
    paths.resolve(path);
    Git.Answer answer = ask(ledger.git(), List.of("cat-file", "blob", commit + ":" + path), token);
    return answer.succeeded() ? Optional.of(answer.output()) : Optional.empty();
  }

  /**
   * The commit of each line of a file, as {@code git blame --porcelain} prints it with all details.
   *
   * @param from the first line, from 1
   */
  public String blame(String commit, String path, int from, int to, CancellationToken token)
      throws InterruptedException {
    literal(path);
    return run(
        List.of("blame", "--line-porcelain", "-L" + from + "," + to, commit, "--", path), token);
  }

  private String literal(String path) {
    paths.resolve(path);
    return ":(top,literal)" + path;
  }

  private String run(List<String> line, CancellationToken token) throws InterruptedException {
    Git.Answer answer = ask(ledger.git(), line, token);
    if (!answer.succeeded()) {
      throw OperationException.invalid(
          "git %s failed: %s"
              .formatted(line.getFirst(), answer.errors().strip().replaceFirst("^fatal: ", "")));
    }
    return new String(answer.output(), StandardCharsets.UTF_8);
  }

  private static Git.Answer ask(Git git, List<String> line, CancellationToken token)
      throws InterruptedException {
    try {
      return git.withDeadline(DEADLINE).withMostBytes(MOST_BYTES).ask(line, new byte[0], token);
    } catch (GitException e) {
      throw OperationException.invalid(
          "git %s has no result, because %s; ask for less".formatted(line.getFirst(), e.reason()));
    }
  }
}
