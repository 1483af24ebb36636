package dev.cleveragents.workspace.apply;

import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.files.DirectoryApplier;
import dev.cleveragents.workspace.apply.git.EmptyTree;
import dev.cleveragents.workspace.apply.git.GitApplier;
import dev.cleveragents.workspace.apply.git.GitCalls;
import dev.cleveragents.workspace.apply.git.GitCheckout;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.journal.TargetRecord.Place;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.AppliedTarget;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A target as it was found, before anything is changed. */
sealed interface ApplyCandidate {

  ApplyTarget target();

  /** Its first record in the journal. */
  TargetRecord record(String journal) throws IOException;

  /**
   * A work tree of git on the branch that it was on when the plan began.
   *
   * @param tree of the result
   */
  record OfGit(
      GitTarget target, GitCalls git, GitCheckout checkout, String tree, List<TreeChange> changes)
      implements ApplyCandidate {

    /** Whether its branch is not where it was when the plan began, and that matters. */
    boolean hasMoved() {
      return !(target.destination() instanceof Destination.NewBranch)
          && !now().equals(target.base());
    }

    /** The commit that a new one follows; null for the first of a branch. */
    @Nullable String parent() {
      return switch (target.destination()) {
        case Destination.NewBranch _ ->
            target.base().equals(EmptyTree.of(target.base())) ? null : target.base();
        case Destination.CheckedOutBranch(), Destination.WorkTree() -> checkout.head();
      };
    }

    /** Its commit, or the empty tree if it has none. */
    String now() {
      return Objects.requireNonNullElse(checkout.head(), EmptyTree.of(target.base()));
    }

    @Override
    public TargetRecord record(String journal) throws IOException {
      Path directory = GitApplier.directory(checkout.gitDir(), journal);
      boolean together =
          Files.getFileStore(checkout.gitDir()).equals(Files.getFileStore(checkout.root()));
      Path staging =
          together ? directory : checkout.root().resolve(".cleveragents-journal-" + journal);
      return new TargetRecord(
          new Place(target.resource().type(), checkout.root(), directory, staging),
          target.branch(),
          target.base(),
          target.destination(),
          new AppliedTarget(target.resource().name(), null, List.of()));
    }
  }

  /** A directory. */
  record OfDirectory(DirectoryTarget target) implements ApplyCandidate {

    @Override
    public TargetRecord record(String journal) throws IOException {
      Path root = target.resource().location();
      Path directory = DirectoryApplier.directory(root, journal);
      return new TargetRecord(
          new Place(target.resource().type(), root, directory, directory),
          null,
          null,
          new Destination.CheckedOutBranch(),
          new AppliedTarget(target.resource().name(), null, List.of()));
    }
  }

  /** Looks at a target. */
  static ApplyCandidate look(ApplyTarget target, GitCalls calls)
      throws InterruptedException, ApplyRefusal {
    return switch (target) {
      case DirectoryTarget directory -> {
        if (!Files.isDirectory(directory.resource().location())) {
          throw new ApplyRefusal(
              directory.resource().name(), "There is no folder " + directory.resource().location());
        }
        yield new OfDirectory(directory);
      }
      case GitTarget git -> {
        GitCheckout checkout = GitCheckout.look(git.resource().name(), calls);
        checkout.requireJournals(git.resource().name());
        if (!(git.destination() instanceof Destination.NewBranch)) {
          checkout.requireIdle(git.resource().name());
          checkout.requireOn(git.resource().name(), git.branch(), calls);
          checkout.requireAt(git.resource().name(), git.branch(), git.base());
        }
        GitCalls atRoot = calls.in(checkout.root());
        Answer result = atRoot.ask("rev-parse", git.result() + "^{tree}");
        if (!result.succeeded()) {
          throw new OperationException(
              OperationException.Kind.FAILED,
              "The result %s of the plan is not in %s any more: its ref was deleted"
                  .formatted(git.result(), checkout.root()),
              "What the plan changed is still recorded: save its diff for 'git apply', or replan it"
                  + " to do the work again",
              NextAction.of(NextAction.Verb.SAVE_DIFF));
        }
        yield new OfGit(
            git,
            atRoot,
            checkout,
            result.text(),
            GitCheckout.changes(atRoot, git.resource().name(), git.base(), git.result()));
      }
    };
  }

  /** Whether there is anything to do. */
  default boolean changesNothing() {
    return switch (this) {
      case OfGit git -> git.changes.isEmpty();
      case OfDirectory directory -> directory.target.changes().isEmpty();
    };
  }
}
