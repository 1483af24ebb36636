package dev.cleveragents.engine.project;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether resources exist and can be read. For a git work tree it runs one quick git command
 * that reads HEAD, the index and the last commit, not every object as {@code git fsck} does.
 * Changes nothing.
 */
public final class ResourceCheck {

  /** How long a git command may take. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Git's exit code for a difference; the repository can be read, so it is no problem. */
  private static final int DIFFERENT = 1;

  /** The state of a resource. */
  public enum State {
    SOUND,
    /** The directory does not exist, or is no longer a git work tree. */
    MISSING,
    /** Git cannot read it, or did not answer in time. */
    UNREADABLE
  }

  /**
   * The result for one resource.
   *
   * @param problem a text for people; empty if there is no problem
   */
  public record Finding(Resource resource, State state, String problem) {}

  private final Resources resources;
  private final CommandRunner runner;

  public ResourceCheck(Resources resources, CommandRunner runner) {
    this.resources = resources;
    this.runner = runner;
  }

  /** Checks every resource, by name. */
  public List<Finding> all(CancellationToken token) throws InterruptedException {
    List<Finding> all = new ArrayList<>();
    for (Resource resource : resources.list()) {
      all.add(look(resource, token));
    }
    return all;
  }

  private Finding look(Resource resource, CancellationToken token) throws InterruptedException {
    Path directory = resource.location();
    if (!Files.isDirectory(directory)) {
      return new Finding(resource, State.MISSING, "it no longer exists");
    }
    if (resource.type() != ResourceType.GIT_CHECKOUT) {
      return new Finding(resource, State.SOUND, "");
    }
    if (!ResourceLocation.isWorkTree(directory)) {
      return new Finding(resource, State.MISSING, "it is no longer a git work tree");
    }
    try {
      String problem = problem(aloneAt(directory), token);
      return new Finding(resource, problem.isEmpty() ? State.SOUND : State.UNREADABLE, problem);
    } catch (GitException e) {
      return new Finding(resource, State.UNREADABLE, oneLine(e.reason()));
    }
  }

  private static String problem(Git git, CancellationToken token) throws InterruptedException {
    Git.Answer read =
        git.ask(
            token,
            "diff",
            "--cached",
            "--quiet",
            "--no-ext-diff",
            "--no-renames",
            "--ignore-submodules");
    if (read.exitCode() <= DIFFERENT) {
      return "";
    }
    // Without a repository, git reads 'diff' as another command and reports its options.
    Git.Answer found = git.ask(token, "rev-parse", "--git-dir");
    return oneLine(found.succeeded() ? read.errors() : found.errors());
  }

  /** The line with git's fatal error; warnings may precede it and advice may follow. */
  private static String oneLine(String said) {
    return said.lines()
        .filter(line -> line.startsWith("fatal: "))
        .findFirst()
        .orElseGet(() -> said.lines().findFirst().orElse("git gave no reason"));
  }

  /** Stops git from using an outer repository if the HEAD of this one cannot be read. */
  private Git aloneAt(Path directory) {
    return new Git(runner, directory)
        .with("GIT_CEILING_DIRECTORIES", String.valueOf(directory.getParent()))
        .withDeadline(PATIENCE);
  }
}
