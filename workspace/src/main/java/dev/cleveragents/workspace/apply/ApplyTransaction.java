package dev.cleveragents.workspace.apply;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.files.DirectoryApplier;
import dev.cleveragents.workspace.apply.git.BranchCreator;
import dev.cleveragents.workspace.apply.git.CommitFactory;
import dev.cleveragents.workspace.apply.git.GitApplier;
import dev.cleveragents.workspace.apply.git.WorkTreeApplier;
import dev.cleveragents.workspace.apply.journal.JournalCleanup;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.AppliedTarget;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One journal from its first row to its last. Used once, by one thread. */
final class ApplyTransaction {

  private static final Logger log = LoggerFactory.getLogger(ApplyTransaction.class);

  private final ApplyRequest request;
  private final Map<Name, String> messages;
  private final JournalStore journals;
  private final String id;
  private final ApplyStep.Listener steps;
  private final List<JournalDirectory> directories = new ArrayList<>();
  private final List<TargetApplier> works = new ArrayList<>();
  private final List<TargetRecord> records = new ArrayList<>();
  private final List<String> hints = new ArrayList<>();

  /**
   * @param messages of the commits of these resources; the others have that of the request
   */
  ApplyTransaction(
      ApplyRequest request,
      Map<Name, String> messages,
      JournalStore journals,
      String id,
      ApplyStep.Listener steps) {
    this.request = request;
    this.messages = messages;
    this.journals = journals;
    this.id = id;
    this.steps = steps;
  }

  ApplyOutcome apply(List<ApplyCandidate> all) throws IOException, InterruptedException {
    List<ApplyCandidate> changing = all.stream().filter(it -> !it.changesNothing()).toList();
    if (changing.isEmpty()) {
      return new Applied(
          all.stream().map(ApplyTransaction::nothing).toList(), List.of(), List.of());
    }
    for (ApplyCandidate candidate : changing) {
      records.add(candidate.record(id));
    }
    journals.begin(id, request, records);
    try {
      steps.reached(ApplyStep.JOURNAL_STORED);
      List<LocalConflict> overlaps = prepareOrUndo(changing);
      return overlaps.isEmpty() ? finishOrRestore(all) : new ApplyRefused(overlaps);
    } finally {
      for (JournalDirectory directory : directories) {
        directory.close();
      }
    }
  }

  /**
   * Goes to the COMMIT, or takes everything back. An {@link Error} stops it as a death of the
   * process would: what is left is for recovery.
   */
  private List<LocalConflict> prepareOrUndo(List<ApplyCandidate> changing)
      throws IOException, InterruptedException {
    try {
      List<LocalConflict> overlaps = prepare(changing);
      if (overlaps.isEmpty()) {
        journals.commit(id, request, records, hints);
      } else {
        undo();
      }
      return overlaps;
    } catch (IOException | InterruptedException | RuntimeException e) {
      undo();
      throw e;
    }
  }

  private List<LocalConflict> prepare(List<ApplyCandidate> candidates)
      throws IOException, InterruptedException {
    List<LocalConflict> overlaps = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      JournalDirectory directory = JournalDirectory.make(records.get(i).place().directory());
      directories.add(directory);
      steps.reached(ApplyStep.DIRECTORY_MADE);
      try {
        records.set(i, prepare(candidates.get(i), records.get(i), directory));
      } catch (ApplyRefusal e) {
        overlaps.addAll(e.overlaps());
      }
    }
    return overlaps;
  }

  private TargetRecord prepare(
      ApplyCandidate candidate, TargetRecord record, JournalDirectory directory)
      throws IOException, InterruptedException, ApplyRefusal {
    return switch (candidate) {
      case ApplyCandidate.OfGit git -> prepare(git, record, directory);
      case ApplyCandidate.OfDirectory plain -> {
        DirectoryApplier work = new DirectoryApplier(record, directory, steps);
        works.add(work);
        yield work.prepare(plain.target());
      }
    };
  }

  private TargetRecord prepare(
      ApplyCandidate.OfGit git, TargetRecord record, JournalDirectory directory)
      throws IOException, InterruptedException, ApplyRefusal {
    return switch (git.target().destination()) {
      case Destination.CheckedOutBranch() -> {
        GitApplier work = new GitApplier(request.plan(), record, directory, git.git(), steps);
        works.add(work);
        yield work.prepare(git.tree(), commit(git), git.checkout(), git.changes());
      }
      case Destination.WorkTree() -> {
        WorkTreeApplier work = new WorkTreeApplier(record, directory, git.git(), steps);
        works.add(work);
        yield work.prepare(git.tree(), git.checkout(), git.changes());
      }
      case Destination.NewBranch(String name) -> {
        BranchCreator work = new BranchCreator(request.plan(), record, name, git.git(), steps);
        works.add(work);
        yield work.prepare(commit(git), git.changes());
      }
    };
  }

  private CommitFactory.NewCommit commit(ApplyCandidate.OfGit git) throws InterruptedException {
    CommitFactory.NewCommit commit =
        new CommitFactory(git.git())
            .make(
                git.tree(),
                git.parent(),
                messages.getOrDefault(git.target().resource().name(), request.text()));
    if (commit.hint() != null) {
      hints.add(commit.hint());
    }
    return commit;
  }

  private ApplyOutcome finishOrRestore(List<ApplyCandidate> all)
      throws IOException, InterruptedException {
    steps.reached(ApplyStep.COMMITTED);
    try {
      return finished(all, new CommittedApply(journals, id, works).finish());
    } catch (ApplyRefusal e) {
      clear();
      return new ApplyRefused(e.overlaps());
    }
  }

  private Applied finished(List<ApplyCandidate> all, List<LocalConflict> kept) throws IOException {
    TargetRecord.All content = new TargetRecord.All(records, kept, hints);
    journals.finished(id, content, kept);
    steps.reached(ApplyStep.FINISHED);
    clear();
    return new Applied(all.stream().map(this::outcome).toList(), kept, hints);
  }

  /**
   * Undoes everything. A target that cannot be undone now is left to recovery, and the reason for
   * undoing is what the caller hears of.
   */
  private void undo() {
    try {
      // Not so if the COMMIT got through although its answer did not: then recovery finishes it.
      if (journals.undoing(id)) {
        CommittedApply.undo(works);
        clear();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      log.warn(
          "What applying plan {} left could not be removed; the next command that writes tries"
              + " it",
          request.plan(),
          e);
    }
  }

  private void clear() throws IOException {
    for (TargetRecord record : records) {
      JournalCleanup.remove(record.place());
    }
    steps.reached(ApplyStep.CLEARED);
    journals.closed(id);
  }

  private AppliedTarget outcome(ApplyCandidate candidate) {
    return records.stream()
        .map(TargetRecord::applied)
        .filter(it -> it.resource().equals(candidate.target().resource().name()))
        .findFirst()
        .orElseGet(() -> nothing(candidate));
  }

  private static AppliedTarget nothing(ApplyCandidate candidate) {
    return new AppliedTarget(
        Objects.requireNonNull(candidate.target().resource().name()), null, List.of());
  }
}
