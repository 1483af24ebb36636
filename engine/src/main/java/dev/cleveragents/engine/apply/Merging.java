package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Maker;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.apply.ApplyOutcome.MovedTarget;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.kernel.id.Ulid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Merges the result of a plan with a branch that has moved, in a repository of our own that only
 * borrows the user's objects: the user's dirty files, attributes and merge drivers have no say, and
 * a merge that fails leaves nothing behind.
 */
final class Merging {

  /** How the name of the folder begins; the rest says who made it. */
  static final String MERGE = "merge";

  private static final String OURS = "refs/heads/merged";

  /** Merged cleanly, or the paths in conflict. */
  sealed interface Merged {
    record Clean(MovedTarget target) implements Merged {}

    record InConflict(List<Overlap> paths) implements Merged {}
  }

  private final PlanId plan;
  private final Name resource;
  private final GitCalls user;
  private final Path folder;

  /**
   * @param id names a folder of ours in the user's git directory while it lasts
   */
  Merging(PlanId plan, Name resource, GitCalls user, Path gitDir, Ulid id) {
    this.plan = plan;
    this.resource = resource;
    this.user = user;
    this.folder = gitDir.resolve("cleveragents").resolve(Maker.nameFor(MERGE) + id);
  }

  /**
   * Merges.
   *
   * @param base what the result was made from
   * @param now where the branch is
   */
  Merged merge(String base, String now, String result) throws IOException, InterruptedException {
    try {
      GitCalls ours = repository();
      String common = commit(ours, base + "^{tree}");
      String theirs = commit(ours, now + "^{tree}", "-p", common);
      String mine = commit(ours, result + "^{tree}", "-p", common);
      attributes(ours, common);
      Answer merged =
          ours.ask(
              "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", theirs, mine);
      List<String> parts = TreeChange.parts(merged.output());
      if (merged.exitCode() == 1) {
        return new Merged.InConflict(
            parts.stream()
                .skip(1)
                .map(
                    it ->
                        new Overlap(
                            resource,
                            it,
                            "changed by the plan and, since it began, on the branch as well; the two do not go together"))
                .toList());
      }
      if (!merged.succeeded()) {
        throw PlanException.failed("git cannot merge: " + merged.errors().strip(), null);
      }
      return new Merged.Clean(handOver(ours, now, parts.getFirst()));
    } finally {
      Disk.remove(folder);
      Disk.removeIfEmpty(Disk.parent(folder));
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

  private MovedTarget handOver(GitCalls ours, String now, String tree) throws InterruptedException {
    String result =
        ours.run(
                "Merged the result of a plan with the branch\n".getBytes(StandardCharsets.UTF_8),
                "commit-tree",
                tree,
                "-p",
                now,
                "-F",
                "-")
            .text();
    ours.run("update-ref", OURS, result);
    user.run(
        "fetch",
        "-q",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        folder.resolve("repository").toString(),
        "+" + OURS + ":refs/cleveragents/merged/" + plan);
    return new MovedTarget(resource, now, result, tree);
  }
}
