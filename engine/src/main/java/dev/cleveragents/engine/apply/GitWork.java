package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A work tree of git that a plan is applied to. */
final class GitWork implements TargetWork {

  private static final String INDEX = "index";
  private static final String INDEX_BEFORE = "index-before";
  private static final String SWAPS = "swaps";

  private final PlanId plan;
  private final JournalDirectory journal;
  private final GitCalls git;
  private final Step.Listener steps;
  private final LinkLock lock;
  private final Path gitDir;
  private TargetRecord record;

  GitWork(
      PlanId plan,
      TargetRecord record,
      JournalDirectory journal,
      GitCalls git,
      Step.Listener steps) {
    this.plan = plan;
    this.record = record;
    this.journal = journal;
    this.git = git;
    this.steps = steps;
    this.gitDir = Disk.parent(Disk.parent(record.place().directory()));
    this.lock = new LinkLock(gitDir.resolve("index.lock"), journal.file("lock"));
  }

  /** Where the directory of a journal is. */
  static Path directory(Path gitDir, String journal) {
    return gitDir.resolve("cleveragents").resolve(journal);
  }

  /** The ref that keeps the commit of a plan whatever becomes of the branch. */
  static String appliedRef(PlanId plan) {
    return "refs/cleveragents/applied/" + plan;
  }

  @Override
  public TargetRecord.Place place() {
    return record.place();
  }

  /** Makes everything ready but the ref; refuses what is in the way. Returns what it gets. */
  TargetRecord prepare(String result, Commits.Made commit, List<TreeChange> changes)
      throws IOException, InterruptedException, Refusal {
    git.run("update-ref", appliedRef(plan), commit.id());
    record = record.getting(commit.id(), changes.stream().map(TreeChange::path).toList());
    steps.reached(Step.COMMIT_MADE);
    if (!lock.take()) {
      throw new Refusal(
          resource(),
          "another git command has locked the index; wait until it is done, or, if none is running, remove "
              + lock.place());
    }
    steps.reached(Step.LOCKED);
    Checkout now = Checkout.look(resource(), git);
    now.requireOn(resource(), branch(), git);
    if (!Objects.equals(now.head(), parent())) {
      throw new Refusal(resource(), "the branch has moved a moment ago; apply again");
    }
    List<Swap> swaps = staging(git).stage(base(), result, changes);
    journal.write(INDEX_BEFORE, indexState());
    journal.write(SWAPS, Swap.write(swaps));
    steps.reached(Step.STAGED);
    return record;
  }

  @Override
  public List<Overlap> finish() throws IOException, InterruptedException {
    boolean held = lock.isOurs();
    if (!lock.take()) {
      throw PlanException.conflict(
          "Applying plan %s cannot be finished: another git command has locked the index of %s; wait until it is done, or, if none is running, remove %s"
              .formatted(plan, record.place().root(), lock.place()),
          null);
    }
    GitCalls calls = git.under(CancellationToken.none());
    if (!held) {
      calls.run("update-ref", appliedRef(plan), commit());
    }
    List<Overlap> kept = new ArrayList<>();
    if (Files.exists(journal.file(INDEX))) {
      kept.addAll(
          new Swapping(resource(), record.place().root(), record.place().staging(), steps)
              .swap(Swap.read(journal.read(SWAPS).orElseThrow())));
      steps.reached(Step.FILES_SWAPPED);
      kept.addAll(moveBranchAndIndex(calls));
      steps.reached(Step.INDEX_REPLACED);
    }
    lock.release();
    steps.reached(Step.UNLOCKED);
    return kept;
  }

  private List<Overlap> moveBranchAndIndex(GitCalls calls)
      throws IOException, InterruptedException {
    Path index = journal.file(INDEX);
    // Left by a git that was killed at work on our copy, which nobody else knows.
    Files.deleteIfExists(journal.file(INDEX + ".lock"));
    Staging staging = staging(calls);
    List<Overlap> kept = new ArrayList<>();
    boolean same = indexState().equals(journal.read(INDEX_BEFORE).orElseThrow());
    boolean indexFits = same || staging.mergeAgain(base(), commit());
    if (indexFits) {
      staging.refresh();
    } else {
      kept.add(
          new Overlap(resource(), "", "the index was changed meanwhile and was left as it is"));
    }
    if (!moveBranch(calls)) {
      kept.add(
          new Overlap(
              resource(),
              "",
              "%s was moved by somebody else at the same moment and was left where they put it: the plan's changes are in your files, but its commit is not on the branch. Commit them there, or take over %s, kept as %s"
                  .formatted(branch(), commit(), appliedRef(plan))));
      indexFits = false;
    }
    steps.reached(Step.REF_MOVED);
    if (indexFits) {
      Disk.sync(index);
      Files.move(
          index,
          gitDir.resolve(INDEX),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      Disk.sync(gitDir);
    } else {
      Files.delete(index);
    }
    return kept;
  }

  /** Whether the branch is at our commit now. */
  private boolean moveBranch(GitCalls calls) throws InterruptedException {
    String parent = parent();
    String old = parent == null ? "0".repeat(commit().length()) : parent;
    Answer moved =
        calls.ask(
            "update-ref",
            "-m",
            "agents: apply plan " + plan,
            "--no-deref",
            branch(),
            commit(),
            old);
    if (moved.succeeded()) {
      return true;
    }
    Answer now = calls.ask("rev-parse", "-q", "--verify", branch() + "^{commit}");
    if (now.succeeded() && now.text().equals(commit())) {
      return true;
    }
    if (parent == null ? !now.succeeded() : now.text().equals(parent)) {
      throw PlanException.failed(
          "Applying plan %s cannot be finished, git does not move %s: %s"
              .formatted(plan, branch(), moved.errors().strip()),
          null);
    }
    return false;
  }

  @Override
  public void undo() throws IOException, InterruptedException {
    lock.release();
    git.under(CancellationToken.none()).ask("update-ref", "-d", appliedRef(plan));
  }

  private Staging staging(GitCalls calls) {
    return new Staging(resource(), record.place(), gitDir, journal.file(INDEX), calls);
  }

  /** What the index is at this moment. */
  private String indexState() throws IOException {
    return Standing.at(gitDir.resolve(INDEX)) instanceof Standing.File(var state)
        ? state.hash()
        : "none";
  }

  private Name resource() {
    return record.applied().resource();
  }

  private String branch() {
    return Objects.requireNonNull(record.branch());
  }

  private String commit() {
    return Objects.requireNonNull(record.applied().commit());
  }

  /** A tree or a commit. */
  private String base() {
    return Objects.requireNonNull(record.base());
  }

  /** The commit that ours follows; null for the first of a branch. */
  private @Nullable String parent() {
    return base().equals(EmptyTree.of(base())) ? null : base();
  }
}
