package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.MovedTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.MakerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the result of a plan with a branch that has moved, in a repository of our own that only
 * borrows the user's objects: the user's dirty files, attributes and merge drivers have no say, and
 * a merge that fails leaves nothing behind.
 */
public final class BranchMerge {

  /** How the name of the folder begins; the rest says who made it. */
  static final String MERGE = "merge";

  private static final String OURS = "refs/heads/merged";

  /** Merged cleanly, or the paths in conflict. */
  public sealed interface Merged {

    /** Merged without a conflict, with this result. */
    record Clean(MovedTarget target) implements Merged {}

    /**
     * It does not go together, and nothing was kept.
     *
     * @param paths each with the kind of its conflict: {@code content}, {@code delete_modify},
     *     {@code add_add} or {@code rename}, and what that is
     */
    record InConflict(List<LocalConflict> paths) implements Merged {

      public InConflict {
        paths = List.copyOf(paths);
      }
    }
  }

  private final PlanId plan;
  private final Name resource;
  private final GitCalls user;
  private final Path folder;

  /**
   * @param id names a folder of ours in the user's git directory while it lasts
   */
  public BranchMerge(PlanId plan, Name resource, GitCalls user, Path gitDir, Ulid id) {
    this.plan = plan;
    this.resource = resource;
    this.user = user;
    this.folder = gitDir.resolve("cleveragents").resolve(MakerProcess.nameFor(MERGE) + id);
  }

  /**
   * One for the repository of a resource, which need not be the user's own.
   *
   * @param repository git in it
   * @param id names a folder of ours in its git directory while it lasts
   */
  public static BranchMerge in(
      Git repository, PlanId plan, Name resource, Ulid id, CancellationToken token)
      throws InterruptedException {
    GitCalls calls = new GitCalls(repository, token);
    Path gitDir = Path.of(calls.run("rev-parse", "--absolute-git-dir").text());
    return new BranchMerge(plan, resource, calls, gitDir, id);
  }

  /**
   * The result that {@link #merge} would have; keeps nothing, so the tree may be in no repository.
   */
  public Merged tryOut(String base, String now, String result)
      throws IOException, InterruptedException {
    return merge(base, now, result, false);
  }

  /**
   * Merges, and hands the result to the repository.
   *
   * @param base what the result was made from
   * @param now where the branch is
   */
  public Merged merge(String base, String now, String result)
      throws IOException, InterruptedException {
    return merge(base, now, result, true);
  }

  private Merged merge(String base, String now, String result, boolean keep)
      throws IOException, InterruptedException {
    try {
      GitCalls ours = repository();
      String common = commit(ours, base + "^{tree}");
      String theirs = commit(ours, now + "^{tree}", "-p", common);
      String mine = commit(ours, result + "^{tree}", "-p", common);
      attributes(ours, common);
      Answer merged = ours.ask("merge-tree", "--write-tree", "-z", theirs, mine);
      if (merged.exitCode() == 1) {
        return new Merged.InConflict(MergeConflicts.read(resource, merged.output()));
      }
      if (!merged.succeeded()) {
        throw OperationException.failed("git cannot merge: " + merged.errors().strip(), null);
      }
      String tree = Git.split(merged.output()).getFirst();
      return new Merged.Clean(
          keep ? handOver(ours, now, tree) : new MovedTarget(resource, now, tree));
    } finally {
      Deletion.of(folder);
      DurableFiles.removeIfEmpty(DurableFiles.parent(folder));
    }
  }

  private GitCalls repository() throws IOException, InterruptedException {
    Path files = Files.createDirectories(folder.resolve("files"));
    Path bare = folder.resolve("repository");
    String format = user.run("rev-parse", "--show-object-format").text();
    user.run("init", "-q", "--bare", "--template=", "--object-format=" + format, bare.toString());
    Path objects =
        user.directory()
            .resolve(user.run("rev-parse", "--git-path", "objects").text())
            .toAbsolutePath();
    Files.createDirectories(bare.resolve("objects/info"));
    Files.writeString(bare.resolve("objects/info/alternates"), quoted(objects) + "\n");
    GitCalls calls =
        new GitCalls(
            user.git().in(files).withRepository(bare, files).withoutUserConfiguration(),
            user.token());
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      calls =
          calls
              .with("GIT_" + who + "_NAME", "CleverAgents")
              .with("GIT_" + who + "_EMAIL", "cleveragents@localhost");
    }
    return calls;
  }

  /** Git reads a name in quotes like one of C; it needs them only where the name has such. */
  private static String quoted(Path path) {
    String text = path.toString();
    return text.startsWith("\"") || text.contains("\n")
        ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"'
        : text;
  }

  private static String commit(GitCalls ours, String tree, String... more)
      throws InterruptedException {
    String[] line = new String[more.length + 4];
    line[0] = "commit-tree";
    line[1] = ours.run("rev-parse", "--verify", tree).text();
    line[2] = "-m";
    line[3] = "merge";
    System.arraycopy(more, 0, line, 4, more.length);
    return ours.run(line).text();
  }

  /** How files are merged is said by the attributes of the base. */
  private static void attributes(GitCalls ours, String common)
      throws IOException, InterruptedException {
    ours.run("read-tree", common);
    byte[] names = ours.run("ls-files", "-z", "--", ":(glob)**/.gitattributes").output();
    ours.run(names, "checkout-index", "-z", "--stdin");
  }

  /** Keeps the tree, and no commit: that would show in the user's {@code git log --all}. */
  private MovedTarget handOver(GitCalls ours, String now, String tree) throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("commit-tree", tree, "-F", "-"));
    if (ours.ask("rev-parse", "-q", "--verify", now + "^{commit}").succeeded()) {
      line.addAll(List.of("-p", now));
    }
    byte[] message =
        "Merged the result of a plan with the branch\n".getBytes(StandardCharsets.UTF_8);
    ours.run("update-ref", OURS, ours.run(message, line.toArray(String[]::new)).text());
    user.run(
        "fetch",
        "-q",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        folder.resolve("repository").toString(),
        OURS);
    user.run("update-ref", "refs/cleveragents/merged/" + plan, tree);
    return new MovedTarget(resource, now, tree);
  }
}
