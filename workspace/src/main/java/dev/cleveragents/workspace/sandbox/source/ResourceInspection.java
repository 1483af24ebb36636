package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.tree.SandboxRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Inspects a location and reports all problems and notes at once; changes nothing. */
public final class ResourceInspection {

  /** Files that git keeps while something is under way, and what that is. */
  private static final Map<String, String> UNDER_WAY = new LinkedHashMap<>();

  static {
    UNDER_WAY.put("MERGE_HEAD", "a merge");
    UNDER_WAY.put("rebase-merge", "a rebase");
    UNDER_WAY.put("rebase-apply", "a rebase");
    UNDER_WAY.put("CHERRY_PICK_HEAD", "a cherry-pick");
    UNDER_WAY.put("REVERT_HEAD", "a revert");
    UNDER_WAY.put("BISECT_LOG", "a bisection");
  }

  /** How {@code git status} marks a file with a conflict. */
  private static final Set<String> UNMERGED = Set.of("DD", "AU", "UD", "UA", "DU", "AA", "UU");

  private final Git git;
  private final Path location;
  private final boolean problemsOnly;
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> uncommitted = new ArrayList<>();

  private ResourceInspection(Git git, boolean problemsOnly) {
    this.git = git;
    this.location = git.directory();
    this.problemsOnly = problemsOnly;
  }

  /**
   * Inspects a location.
   *
   * @param git in the location
   */
  public static ResourceFindings of(ResourceType type, Git git, CancellationToken token)
      throws InterruptedException {
    return inspect(type, git, false, token);
  }

  /** The problems alone, without looking for submodules and new files. */
  public static ResourceFindings problems(ResourceType type, Git git, CancellationToken token)
      throws InterruptedException {
    return inspect(type, git, true, token);
  }

  private static ResourceFindings inspect(
      ResourceType type, Git git, boolean problemsOnly, CancellationToken token)
      throws InterruptedException {
    Path location = git.directory();
    if (!Files.exists(location)) {
      return ResourceFindings.problem(
          "%s does not exist; create it, or name where it is now".formatted(location));
    }
    if (!Files.isDirectory(location)) {
      return ResourceFindings.problem("%s is not a directory; name one".formatted(location));
    }
    if (!Files.isReadable(location) || !Files.isExecutable(location)) {
      return ResourceFindings.problem(
          "%s may not be read; check its permissions".formatted(location));
    }
    ResourceInspection inspection = new ResourceInspection(git, problemsOnly);
    inspection.writable(location);
    if (type == ResourceType.GIT_CHECKOUT) {
      inspection.checkoutIfSound(token);
    }
    return new ResourceFindings(inspection.problems, inspection.notes, inspection.uncommitted);
  }

  private void writable(Path directory) {
    if (!Files.isWritable(directory)) {
      problems.add(
          "%s is read-only, so nothing could be applied to it; make it writable, or copy it"
              .formatted(directory));
    }
  }

  /** A git that cannot read the repository, or is killed, is a finding as others are. */
  private void checkoutIfSound(CancellationToken token) throws InterruptedException {
    try {
      checkout(token);
    } catch (GitException e) {
      problems.add(
          "git cannot read %s: %s; see what 'git status' and 'git fsck' say there"
              .formatted(location, e.reason()));
    }
  }

  private void checkout(CancellationToken token) throws InterruptedException {
    Git.Answer where =
        git.ask(
            token,
            "rev-parse",
            "--path-format=absolute",
            "--is-bare-repository",
            "--git-common-dir",
            "--absolute-git-dir",
            // Fails where there are no files, after the answers before it.
            "--show-toplevel");
    List<String> lines = where.text().lines().toList();
    if (lines.size() < 2) {
      problems.add(notARepository(where.errors()));
      return;
    }
    Path common = Path.of(lines.get(1));
    if (lines.getFirst().equals("true") || location.startsWith(common)) {
      problems.add(
          "%s is a bare git repository or its inside, without files to work on; name a checkout of it (git clone %s)"
              .formatted(location, common));
      return;
    }
    if (lines.size() != 4) {
      problems.add(
          where.succeeded()
              ? "%s has a line break in its path; rename the folder".formatted(location)
              : notARepository(where.errors()));
      return;
    }
    Path top = Path.of(lines.getLast());
    if (!isSame(top, location)) {
      problems.add(
          "%s is a folder inside the git repository %s; add that one".formatted(location, top));
      return;
    }
    writable(common);
    underWay(Path.of(lines.get(2)));
    if (!problemsOnly) {
      submodules(token);
    }
    uncommitted(token);
  }

  private String notARepository(String errors) {
    if (errors.contains("safe.directory")) {
      return "git refuses %1$s because another user owns it; if you trust it, run 'git config --global --add safe.directory %1$s'"
          .formatted(location);
    }
    if (Files.exists(location.resolve(".git"))) {
      return "%s has a .git, but git does not accept it as a repository, so it is damaged (%s); check .git/HEAD, or restore it from a backup"
          .formatted(location, errors.strip());
    }
    return errors.contains("not a git repository")
        ? "%s is not a git repository; run 'git init' there, or add it with the type %s"
            .formatted(location, ResourceType.FS_DIRECTORY)
        : "git cannot use %s: %s".formatted(location, errors.strip());
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  private void underWay(Path gitDirectory) {
    UNDER_WAY.forEach(
        (name, kind) -> {
          if (Files.exists(gitDirectory.resolve(name))) {
            problems.add(
                "%s is in the middle of %s; finish or abort that first".formatted(location, kind));
          }
        });
  }

  private void submodules(CancellationToken token) throws InterruptedException {
    List<String> paths = new ArrayList<>();
    for (String entry : Git.splitLeniently(git.run(List.of("ls-files", "-z", "--stage"), token))) {
      if (entry.startsWith(SandboxRepository.SUBMODULE)) {
        paths.add(entry.substring(entry.indexOf('\t') + 1));
      }
    }
    if (!paths.isEmpty()) {
      notes.add(
          "Submodules are read-only for a plan, and those that are not checked out are empty for it: %s; to have one changed, add it as a resource of its own"
              .formatted(String.join(", ", paths)));
    }
  }

  /** Also reads HEAD and the index, so that damage there is found. */
  private void uncommitted(CancellationToken token) throws InterruptedException {
    String untracked = problemsOnly ? "no" : "normal";
    byte[] status =
        git.run(
            List.of(
                "status",
                "--porcelain",
                "--branch",
                "-z",
                "--no-renames",
                "--untracked-files=" + untracked),
            token);
    List<String> conflicts = new ArrayList<>();
    for (String item : Git.splitLeniently(status)) {
      String code = item.substring(0, 2);
      if (code.equals("##")) {
        branch(item.substring(3));
      } else {
        uncommitted.add(item.substring(3));
        if (UNMERGED.contains(code)) {
          conflicts.add(item.substring(3));
        }
      }
    }
    // What is under way was said already, and it is how they are resolved.
    if (!conflicts.isEmpty() && problems.isEmpty()) {
      problems.add(
          "%s has unresolved conflicts in %s; resolve them first, then 'git add' the files"
              .formatted(location, String.join(", ", conflicts)));
    }
  }

  /** Tells of a HEAD that few mean. */
  private void branch(String head) {
    if (head.equals("HEAD (no branch)")) {
      notes.add(
          "No branch is checked out in %s (detached HEAD), so the commit will be on none; switch to one, or use --branch NAME"
              .formatted(location));
    } else if (head.startsWith("No commits yet on ")) {
      notes.add(
          "The branch %s has no commit yet, so the plan begins without files"
              .formatted(head.substring("No commits yet on ".length())));
    }
  }
}
