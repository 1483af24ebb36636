package dev.cleveragents.engine.project;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether what plans work on is there and can be read. Of a git work tree that is one quick
 * question, which git answers from HEAD, the index and the last commit; it does not read every
 * object, as {@code git fsck} does. Changes nothing.
 */
public final class ResourceCheck {

  /** What git may take for a quick question before nobody waits for it any more. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Git's exit code for a difference, which is as good an answer as none. */
  private static final int DIFFERENT = 1;

  /** How a resource is. */
  public enum State {
    SOUND,
    /** There is no such directory, or it is no git work tree any more. */
    MISSING,
    /** Git cannot read it, or has not answered in time. */
    UNREADABLE
  }

  /**
   * What was found.
   *
   * @param trouble what is wrong, for people; empty if nothing is
   */
  public record Finding(Resource resource, State state, String trouble) {}

  private final Resources resources;
  private final CommandRunner runner;

  public ResourceCheck(Resources resources, CommandRunner runner) {
    this.resources = resources;
    this.runner = runner;
  }

  /** Looks at every resource, by name. */
  public List<Finding> all(CancellationToken token) throws InterruptedException {
    List<Finding> all = new ArrayList<>();
    for (Resource resource : resources.list()) {
      all.add(look(resource, token));
    }
    return all;
  }

  private Finding look(Resource resource, CancellationToken token) throws InterruptedException {
    Path place = resource.location();
    if (!Files.isDirectory(place)) {
      return new Finding(resource, State.MISSING, "it is not there any more");
    }
    if (resource.type() != ResourceType.GIT_CHECKOUT) {
      return new Finding(resource, State.SOUND, "");
    }
    if (!Location.isWorkTree(place)) {
      return new Finding(resource, State.MISSING, "it is no git work tree any more");
    }
    try {
      String trouble = trouble(aloneAt(place), token);
      return new Finding(resource, trouble.isEmpty() ? State.SOUND : State.UNREADABLE, trouble);
    } catch (GitException e) {
      return new Finding(resource, State.UNREADABLE, oneLine(e.reason()));
    }
  }

  private static String trouble(Git git, CancellationToken token) throws InterruptedException {
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
    // Where git finds no repository it takes 'diff' for another command, and talks of its options.
    Git.Answer found = git.ask(token, "rev-parse", "--git-dir");
    return oneLine(found.succeeded() ? read.errors() : found.errors());
  }

  /** What it died of, which lines before it led to and advice may follow. */
  private static String oneLine(String said) {
    return said.lines()
        .filter(line -> line.startsWith("fatal: "))
        .findFirst()
        .orElseGet(() -> said.lines().findFirst().orElse("git gave no reason"));
  }

  /** One whose HEAD cannot be read is none to git, which would go on to a repository around it. */
  private Git aloneAt(Path place) {
    return new Git(runner, place)
        .with("GIT_CEILING_DIRECTORIES", String.valueOf(place.getParent()))
        .withDeadline(PATIENCE);
  }
}
