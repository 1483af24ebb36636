package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.files.FileRestorer;
import dev.cleveragents.workspace.apply.files.FileSwap;
import dev.cleveragents.workspace.apply.files.FileSwapper;
import dev.cleveragents.workspace.apply.files.PathState;
import dev.cleveragents.workspace.apply.files.UnreplaceableException;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.LinkLock;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A work tree of git that a plan is applied to. */
public final class GitApplier implements TargetApplier {

  private static final String INDEX = "index";
  private static final String INDEX_BEFORE = "index-before";
  private static final String SWAPS = "swaps";

  private final PlanId plan;
  private final JournalDirectory journal;
  private final GitCalls git;
  private final ApplyStep.Listener steps;
  private final LinkLock lock;
  private final Path gitDir;
  private TargetRecord record;
  private boolean swapped;
  private boolean onBranch;

  /** The lock that {@link #prepare} has taken; null in a recovery. */
  private @Nullable BranchLock prepared;

  public GitApplier(
      PlanId plan,
      TargetRecord record,
      JournalDirectory journal,
      GitCalls git,
      ApplyStep.Listener steps) {
    this.plan = plan;
    this.record = record;
    this.journal = journal;
    this.git = git;
    this.steps = steps;
    this.gitDir = DurableFiles.parent(DurableFiles.parent(record.place().directory()));
    this.lock = new LinkLock(gitDir.resolve("index.lock"), journal.file("lock"));
  }

  /** Where the directory of a journal is. */
  public static Path directory(Path gitDir, String journal) {
    return journals(gitDir).resolve(journal);
  }

  /** The folder of all journals and merges in a git directory. */
  static Path journals(Path gitDir) {
    return gitDir.resolve("cleveragents");
  }

  /** The ref that keeps the commit of a plan until its branch does. */
  static String appliedRef(PlanId plan) {
    return "refs/cleveragents/applied/" + plan;
  }

  /** Makes everything ready but the ref; refuses what is in the way. Returns what it gets. */
  public TargetRecord prepare(
      String result, CommitFactory.NewCommit commit, GitCheckout checkout, List<TreeChange> changes)
      throws IOException, InterruptedException, ApplyRefusal {
    prepared = new BranchLock(branch(), gitDir, checkout.common(), journal, git);
    List<String> unwritable = unwritable(prepared);
    if (!unwritable.isEmpty()) {
      throw new ApplyRefusal(resource(), String.join("; ", unwritable));
    }
    git.run("update-ref", appliedRef(plan), commit.id());
    record = record.getting(commit.id(), changes.stream().map(TreeChange::path).toList());
    steps.reached(ApplyStep.COMMIT_MADE);
    if (!lock.take()) {
      throw new ApplyRefusal(
          resource(),
          "another git command has locked the index; wait until it is done, or, if none is running,"
              + " remove "
              + lock.place());
    }
    steps.reached(ApplyStep.LOCKED);
    Optional<Path> taken = prepared.take(commit.id(), steps);
    if (taken.isPresent()) {
      throw new ApplyRefusal(
          resource(),
          "another git command is moving the branch; wait until it is done, or, if none is running,"
              + " remove "
              + taken.get());
    }
    GitCheckout now = GitCheckout.look(resource(), git);
    now.requireIdle(resource());
    now.requireOn(resource(), branch(), git);
    if (!Objects.equals(now.head(), parent())) {
      throw new ApplyRefusal(resource(), "the branch has moved meanwhile; apply again");
    }
    List<FileSwap> swaps = staging(git).stage(base(), result, changes);
    journal.write(INDEX_BEFORE, indexState());
    journal.write(SWAPS, FileSwap.write(swaps));
    steps.reached(ApplyStep.STAGED);
    return record;
  }

  @Override
  public List<LocalConflict> swapFiles() throws IOException, InterruptedException {
    boolean held = lock.isOurs();
    if (!lock.take()) {
      cannotFinish(lock.place());
    }
    GitCalls calls = git.under(CancellationToken.none());
    BranchLock branch = held(calls);
    branch.take(commit(), ApplyStep.Listener.NONE).ifPresent(this::cannotFinish);
    if (!held) {
      calls.run("update-ref", appliedRef(plan), commit());
    }
    swapped =
        Files.exists(journal.file(INDEX))
            && (branch.isCheckedOut() || FileSwapper.hasBegun(record.place().staging()));
    if (!swapped) {
      return List.of();
    }
    List<LocalConflict> kept =
        new FileSwapper(resource(), record.place().root(), record.place().staging(), steps)
            .swap(FileSwap.read(journal.read(SWAPS).orElseThrow()));
    steps.reached(ApplyStep.FILES_SWAPPED);
    requireWritable(branch);
    return kept;
  }

  /** Looks again before anything but files changes: from then on nothing can be put back. */
  private void requireWritable(BranchLock branch) throws IOException, InterruptedException {
    if (!holdsCommit(branch.now())) {
      List<String> unwritable = unwritable(branch);
      if (!unwritable.isEmpty()) {
        throw UnreplaceableException.found(resource(), unwritable);
      }
    }
  }

  private List<String> unwritable(BranchLock branch) throws IOException, InterruptedException {
    GitDirectoryProbe probe =
        new GitDirectoryProbe().replaceable(journal.path(), List.of(gitDir.resolve(INDEX)));
    branch.probe(probe);
    return probe.found();
  }

  @Override
  public List<LocalConflict> finish() throws IOException, InterruptedException {
    try {
      return moveBranchAndIndex();
    } catch (IOException e) {
      throw UnreplaceableException.whenReplacing(resource(), target(e), e);
    }
  }

  private Path target(IOException e) {
    String file = null;
    if (e instanceof FileSystemException system) {
      file = system.getOtherFile() == null ? system.getFile() : system.getOtherFile();
    }
    return file == null ? gitDir : Path.of(file);
  }

  @Override
  public void release() throws IOException, InterruptedException {
    held(git.under(CancellationToken.none())).release();
    lock.release();
  }

  private List<LocalConflict> moveBranchAndIndex() throws IOException, InterruptedException {
    GitCalls calls = git.under(CancellationToken.none());
    BranchLock branch = held(calls);
    List<LocalConflict> kept = new ArrayList<>();
    boolean index = Files.exists(journal.file(INDEX));
    if (index) {
      kept.addAll(finish(branch, staging(calls)));
      steps.reached(ApplyStep.INDEX_REPLACED);
    }
    if (index ? onBranch : holdsCommit(branch.now())) {
      // The branch keeps it; a ref of ours would show it even after the user has dropped it.
      calls.run("update-ref", "-d", appliedRef(plan));
    }
    branch.release();
    lock.release();
    steps.reached(ApplyStep.UNLOCKED);
    return kept;
  }

  private void cannotFinish(Path lock) {
    throw OperationException.conflict(
        "Applying plan %s cannot be finished: another git command has locked %s; wait until it is done, or, if none is running, remove %s"
            .formatted(plan, record.place().root(), lock),
        null);
  }

  private List<LocalConflict> finish(BranchLock branch, GitStaging staging)
      throws IOException, InterruptedException {
    List<LocalConflict> kept = new ArrayList<>();
    boolean here = branch.isCheckedOut();
    // Left by a killed git that worked on our copy, which no other process knows.
    Files.deleteIfExists(journal.file(INDEX + ".lock"));
    boolean indexFits = here && indexFits(staging, kept);
    boolean moved = moveBranch(branch, here);
    onBranch = moved;
    steps.reached(ApplyStep.REF_MOVED);
    if (!here || !moved) {
      kept.add(new LocalConflict(resource(), "", moved ? leftElsewhere() : leftBehind()));
    }
    placeIndex(indexFits && moved);
    return kept;
  }

  private boolean indexFits(GitStaging staging, List<LocalConflict> kept)
      throws IOException, InterruptedException {
    boolean same = indexState().equals(journal.read(INDEX_BEFORE).orElseThrow());
    if (same || staging.mergeAgain(base(), commit())) {
      staging.refresh();
      return true;
    }
    kept.add(
        new LocalConflict(resource(), "", "the index was changed meanwhile and was left as it is"));
    return false;
  }

  private void placeIndex(boolean itFits) throws IOException {
    Path index = journal.file(INDEX);
    if (itFits) {
      DurableFiles.sync(index);
      Files.move(
          index,
          gitDir.resolve(INDEX),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      DurableFiles.sync(gitDir);
    } else {
      Files.delete(index);
    }
  }

  /** Whether the branch has our commit now. */
  private boolean moveBranch(BranchLock branch, boolean here)
      throws IOException, InterruptedException {
    String now = branch.now();
    if (Objects.equals(now, parent()) && (here || !branch().equals("HEAD"))) {
      branch.move(plan, parent(), commit(), here, steps);
      return true;
    }
    return holdsCommit(now);
  }

  private boolean holdsCommit(@Nullable String head) throws InterruptedException {
    return head != null
        && git.under(CancellationToken.none())
            .ask("merge-base", "--is-ancestor", commit(), head)
            .succeeded();
  }

  private String leftBehind() {
    return "%s was moved by another process meanwhile and was left there: %s its commit is not on the branch. %s %s, kept as %s"
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

  /** The index goes last, after the branch. */
  @Override
  public boolean canUndo() throws InterruptedException {
    return Files.exists(journal.file(INDEX))
        && !holdsCommit(held(git.under(CancellationToken.none())).now());
  }

  @Override
  public List<LocalConflict> undo() throws IOException, InterruptedException {
    GitCalls calls = git.under(CancellationToken.none());
    try {
      return new FileRestorer(resource(), record.place().root(), record.place().staging(), steps)
          .restore(FileSwap.read(journal.read(SWAPS).orElse("[]")));
    } finally {
      held(calls).release();
      lock.release();
      calls.ask("update-ref", "-d", appliedRef(plan));
    }
  }

  private BranchLock held(GitCalls calls) {
    return prepared == null
        ? new BranchLock(branch(), gitDir, null, journal, calls)
        : prepared.under(calls);
  }

  private GitStaging staging(GitCalls calls) {
    return new GitStaging(resource(), record.place(), gitDir, journal.file(INDEX), calls);
  }

  /** The state of the index at this moment. */
  private String indexState() throws IOException {
    return PathState.at(gitDir.resolve(INDEX)) instanceof PathState.File(var state)
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
