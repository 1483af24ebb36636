package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A repository in which a plan is applied as a commit on a new branch. Files, index and the branch
 * that is checked out are not touched; git creates the branch in one step.
 */
public final class BranchCreator implements TargetApplier {

  private final PlanId plan;
  private final TargetRecord record;
  private final String ref;
  private final GitCalls git;
  private final ApplyStep.Listener steps;

  /** Set by {@link #prepare}; null in a recovery, which has it in the record. */
  private @Nullable String made;

  public BranchCreator(
      PlanId plan, TargetRecord record, String name, GitCalls git, ApplyStep.Listener steps) {
    this.plan = plan;
    this.record = record;
    this.ref = "refs/heads/" + name;
    this.git = git;
    this.steps = steps;
  }

  /** Refuses a branch that git would not create. Returns what the repository gets. */
  public TargetRecord prepare(CommitFactory.NewCommit commit, List<TreeChange> changes)
      throws InterruptedException, ApplyRefusal {
    made = commit.id();
    // Git checks everything that it would for the creation, and changes nothing.
    Answer answer =
        git.ask(
            "start\ncreate %s %s\nprepare\nabort\n"
                .formatted(ref, commit.id())
                .getBytes(StandardCharsets.UTF_8),
            "update-ref",
            "--stdin");
    if (!answer.succeeded()) {
      throw new ApplyRefusal(
          resource(),
          "git cannot create the branch: %s; choose another name with --branch"
              .formatted(answer.errors().strip().replaceFirst("^fatal: (prepare: )?", "")));
    }
    git.run("update-ref", GitApplier.appliedRef(plan), commit.id());
    steps.reached(ApplyStep.COMMIT_MADE);
    return record.getting(commit.id(), changes.stream().map(TreeChange::path).toList());
  }

  @Override
  public List<LocalConflict> swapFiles() {
    return List.of();
  }

  @Override
  public List<LocalConflict> finish() throws InterruptedException {
    GitCalls calls = git.under(CancellationToken.none());
    String commit = commit();
    if (!commit.equals(now())) {
      Answer created =
          calls.ask(
              "update-ref",
              "-m",
              "agents: apply plan " + plan,
              ref,
              commit,
              "0".repeat(commit.length()));
      if (!created.succeeded()) {
        return List.of(
            new LocalConflict(
                resource(),
                "",
                "the branch %s could not be created (%s); the plan's commit %s is kept as %s"
                    .formatted(
                        ref, created.errors().strip(), commit, GitApplier.appliedRef(plan))));
      }
    }
    steps.reached(ApplyStep.REF_MOVED);
    calls.ask("update-ref", "-d", GitApplier.appliedRef(plan));
    return List.of();
  }

  @Override
  public void release() {}

  @Override
  public boolean canUndo() throws InterruptedException {
    return !commit().equals(now());
  }

  @Override
  public List<LocalConflict> undo() throws InterruptedException {
    git.under(CancellationToken.none()).ask("update-ref", "-d", GitApplier.appliedRef(plan));
    return List.of();
  }

  /** Where the branch is; null if there is none. */
  private @Nullable String now() throws InterruptedException {
    Answer now =
        git.under(CancellationToken.none()).ask("rev-parse", "-q", "--verify", ref + "^{commit}");
    return now.succeeded() ? now.text() : null;
  }

  private String commit() {
    return made == null ? Objects.requireNonNull(record.applied().commit()) : made;
  }

  private Name resource() {
    return record.applied().resource();
  }
}
