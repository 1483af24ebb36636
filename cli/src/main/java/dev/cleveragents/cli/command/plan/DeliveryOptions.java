package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.workspace.apply.request.Destination;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say how a result reaches the user's repository. */
final class DeliveryOptions {

  private static final String BRANCHES = "refs/heads/";

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "Message of the commit; default: the goal.")
  @Nullable String message;

  /** Where the result goes. */
  static final class Way {
    @Option(
        names = "--no-commit",
        description = "Change the files only; the index and the branch stay as they are.")
    boolean noCommit;

    @Option(
        names = "--branch",
        paramLabel = "NAME",
        description = "Commit to this new branch; your files and the current branch stay.")
    @Nullable String branch;
  }

  @ArgGroup(exclusive = true)
  Way way = new Way();

  @Option(
      names = "--no-verify",
      description = "Skip the git hooks pre-commit and commit-msg; see apply.hooks.")
  boolean noVerify;

  /** Whether any of them is given. */
  boolean isGiven() {
    return !words().isEmpty();
  }

  /**
   * The delivery that these options make of another.
   *
   * @throws ProblemException if they exclude each other
   */
  Delivery on(Delivery before) {
    if (way.noCommit && message != null) {
      throw usage("--no-commit makes no commit, so it takes no --message.");
    }
    if (message != null && message.isBlank()) {
      throw usage("The message of --message is empty.");
    }
    Delivery after = before;
    if (way.noCommit) {
      after = after.to(new Destination.WorkTree());
    }
    if (way.branch != null) {
      after = after.to(new Destination.NewBranch(branchName(way.branch)));
    }
    if (message != null) {
      after = after.withMessage(message);
    }
    return noVerify ? after.withoutHooks() : after;
  }

  /** Its short name: git would create {@code refs/heads/refs/heads/…} of the full one. */
  private static String branchName(String given) {
    String name = given.startsWith(BRANCHES) ? given.substring(BRANCHES.length()) : given;
    if (name.startsWith("refs/")) {
      throw usage(
          "--branch takes the name of a branch, and '%s' is none: branches are below refs/heads."
              .formatted(given));
    }
    return name;
  }

  /** The options as they were given, for a command that repeats them. */
  String words() {
    List<String> words = new ArrayList<>();
    if (message != null) {
      words.add("-m …");
    }
    if (way.noCommit) {
      words.add("--no-commit");
    }
    if (way.branch != null) {
      words.add("--branch " + way.branch);
    }
    if (noVerify) {
      words.add("--no-verify");
    }
    return String.join(" ", words);
  }

  private static ProblemException usage(String message) {
    return new ProblemException(new Problem(ExitCode.USAGE, message, null, "agents help run"));
  }
}
