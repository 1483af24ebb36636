package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.TreeChange;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.files.FileRestorer;
import dev.cleveragents.workspace.apply.files.FileSwap;
import dev.cleveragents.workspace.apply.files.FileSwapper;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.LinkLock;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The files of a work tree of git that a plan is applied to without a commit. The index is locked
 * meanwhile, so that git neither commits nor switches; neither it nor a branch is changed.
 */
public final class WorkTreeApplier implements TargetApplier {

  private static final String INDEX = "index";
  private static final String SWAPS = "swaps";

  private final JournalDirectory journal;
  private final GitCalls git;
  private final ApplyStep.Listener steps;
  private final Path gitDir;
  private final LinkLock lock;
  private final TargetRecord record;

  public WorkTreeApplier(
      TargetRecord record, JournalDirectory journal, GitCalls git, ApplyStep.Listener steps) {
    this.record = record;
    this.journal = journal;
    this.git = git;
    this.steps = steps;
    this.gitDir = DurableFiles.parent(DurableFiles.parent(record.place().directory()));
    this.lock = new LinkLock(gitDir.resolve("index.lock"), journal.file("lock"));
  }

  /** Makes everything ready; refuses what is in the way. Returns what it gets. */
  public TargetRecord prepare(String result, GitCheckout before, List<TreeChange> changes)
      throws IOException, InterruptedException, ApplyRefusal {
    if (!lock.take()) {
      throw new ApplyRefusal(
          resource(),
          "another git command has locked the index; wait until it is done, or, if none is running,"
              + " remove "
              + lock.place());
    }
    steps.reached(ApplyStep.LOCKED);
    GitCheckout now = GitCheckout.look(resource(), git);
    now.requireIdle(resource());
    now.requireOn(resource(), before.branch(), git);
    if (!Objects.equals(now.head(), before.head())) {
      throw new ApplyRefusal(resource(), "the branch has moved meanwhile; apply again");
    }
    List<FileSwap> swaps =
        new GitStaging(resource(), record.place(), gitDir, journal.file(INDEX), git)
            .stage(Objects.requireNonNull(record.base()), result, changes);
    // Only tells what is in the way; the index of the user stays.
    Files.deleteIfExists(journal.file(INDEX));
    journal.write(SWAPS, FileSwap.write(swaps));
    steps.reached(ApplyStep.STAGED);
    return record.getting(null, changes.stream().map(TreeChange::path).toList());
  }

  @Override
  public List<LocalConflict> swapFiles() throws IOException {
    if (!lock.take()) {
      throw OperationException.conflict(
          "Applying to %s cannot be finished: another git command has locked %s; wait until it is done, or, if none is running, remove that"
              .formatted(record.place().root(), lock.place()),
          null);
    }
    List<LocalConflict> kept =
        new FileSwapper(resource(), record.place().root(), record.place().staging(), steps)
            .swap(FileSwap.read(journal.read(SWAPS).orElseThrow()));
    steps.reached(ApplyStep.FILES_SWAPPED);
    return kept;
  }

  @Override
  public List<LocalConflict> finish() throws IOException {
    lock.release();
    steps.reached(ApplyStep.UNLOCKED);
    return List.of();
  }

  @Override
  public void release() throws IOException {
    lock.release();
  }

  @Override
  public boolean canUndo() {
    return true;
  }

  @Override
  public List<LocalConflict> undo() throws IOException, InterruptedException {
    try {
      return new FileRestorer(resource(), record.place().root(), record.place().staging(), steps)
          .restore(FileSwap.read(journal.read(SWAPS).orElse("[]")));
    } finally {
      lock.release();
    }
  }

  private Name resource() {
    return record.applied().resource();
  }
}
