package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    Optional<Path> taken = held(git).take(commit.id(), steps);
    if (taken.isPresent()) {
      throw new Refusal(
          resource(),
          "another git command is moving the branch; wait until it is done, or, if none is running, remove "
              + taken.get());
    }
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
      cannotFinish(lock.place());
    }
    GitCalls calls = git.under(CancellationToken.none());
    HeldBranch branch = held(calls);
    branch.take(commit(), Step.Listener.NONE).ifPresent(this::cannotFinish);
    if (!held) {
      calls.run("update-ref", appliedRef(plan), commit());
    }
    List<Overlap> kept = new ArrayList<>();
    if (Files.exists(journal.file(INDEX))) {
      kept.addAll(finish(branch, staging(calls)));
      steps.reached(Step.INDEX_REPLACED);
    }
    branch.release();
    lock.release();
    steps.reached(Step.UNLOCKED);
    return kept;
  }

  private void cannotFinish(Path lock) {
    throw PlanException.conflict(
        "Applying plan %s cannot be finished: another git command has locked %s; wait until it is done, or, if none is running, remove %s"
            .formatted(plan, record.place().root(), lock),
        null);
  }

  private List<Overlap> finish(HeldBranch branch, Staging staging)
      throws IOException, InterruptedException {
    List<Overlap> kept = new ArrayList<>();
    boolean here = branch.isCheckedOut();
    boolean swapped = here || Swapping.hasBegun(record.place().staging());
    if (swapped) {
      kept.addAll(
          new Swapping(resource(), record.place().root(), record.place().staging(), steps)
              .swap(Swap.read(journal.read(SWAPS).orElseThrow())));
    }
    steps.reached(Step.FILES_SWAPPED);
    // Left by a git that was killed at work on our copy, which nobody else knows.
    Files.deleteIfExists(journal.file(INDEX + ".lock"));
    boolean indexFits = here && indexFits(staging, kept);
    boolean moved = moveBranch(branch, here);
    steps.reached(Step.REF_MOVED);
    if (!here || !moved) {
      kept.add(new Overlap(resource(), "", moved ? leftElsewhere() : leftBehind(swapped)));
    }
    placeIndex(indexFits && moved);
    return kept;
  }

  private boolean indexFits(Staging staging, List<Overlap> kept)
      throws IOException, InterruptedException {
    boolean same = indexState().equals(journal.read(INDEX_BEFORE).orElseThrow());
    if (same || staging.mergeAgain(base(), commit())) {
      staging.refresh();
      return true;
    }
    kept.add(new Overlap(resource(), "", "the index was changed meanwhile and was left as it is"));
    return false;
  }

  private void placeIndex(boolean itFits) throws IOException {
    Path index = journal.file(INDEX);
    if (itFits) {
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
  }

  /** Whether the branch has our commit now. */
  private boolean moveBranch(HeldBranch branch, boolean here)
      throws IOException, InterruptedException {
    String now = branch.now();
    if (Objects.equals(now, parent()) && (here || !branch().equals("HEAD"))) {
      branch.move(plan, parent(), commit(), steps);
      return true;
    }
    return now != null
        && git.under(CancellationToken.none())
            .ask("merge-base", "--is-ancestor", commit(), now)
            .succeeded();
  }

  private String leftBehind(boolean swapped) {
    return "%s was moved by somebody else meanwhile and was left where they put it: %s its commit is not on the branch. %s %s, kept as %s"
        .formatted(
            branch(),
            swapped
                ? "the plan's changes are in your files, but"
                : "your files are as they were, and",
            swapped ? "Commit them there, or take over" : "Take over",
            commit(),
            appliedRef(plan));
  }

  private String leftElsewhere() {
    return "%s is not checked out any more: it has the plan's commit %s, and the files and the index that are checked out now were left as they are"
        .formatted(branch(), commit());
  }

  @Override
  public void undo() throws IOException, InterruptedException {
    GitCalls calls = git.under(CancellationToken.none());
    held(calls).release();
    lock.release();
    calls.ask("update-ref", "-d", appliedRef(plan));
  }

  private HeldBranch held(GitCalls calls) {
    return new HeldBranch(branch(), gitDir, journal, calls);
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
