package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.apply.ApplyOutcome.Applied;
import dev.cleveragents.engine.apply.ApplyOutcome.AppliedTarget;
import dev.cleveragents.engine.apply.ApplyOutcome.ApplyRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One journal from its first row to its last. Used once, by one thread. */
final class Applying {

  private static final Logger log = LoggerFactory.getLogger(Applying.class);

  private final ApplyRequest request;
  private final JournalStore journals;
  private final String id;
  private final Step.Listener steps;
  private final List<JournalDirectory> directories = new ArrayList<>();
  private final List<TargetWork> works = new ArrayList<>();
  private final List<TargetRecord> records = new ArrayList<>();
  private final List<String> hints = new ArrayList<>();

  Applying(ApplyRequest request, JournalStore journals, String id, Step.Listener steps) {
    this.request = request;
    this.journals = journals;
    this.id = id;
    this.steps = steps;
  }

  ApplyOutcome apply(List<Candidate> all) throws IOException, InterruptedException {
    List<Candidate> changing = all.stream().filter(it -> !it.changesNothing()).toList();
    if (changing.isEmpty()) {
      return new Applied(all.stream().map(Applying::nothing).toList(), List.of(), List.of());
    }
    for (Candidate candidate : changing) {
      records.add(candidate.record(id));
    }
    journals.begin(id, request, records);
    try {
      steps.reached(Step.JOURNAL_STORED);
      List<Overlap> overlaps = prepareOrUndo(changing);
      return overlaps.isEmpty() ? finish(all) : new ApplyRefused(overlaps);
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
  private List<Overlap> prepareOrUndo(List<Candidate> changing)
      throws IOException, InterruptedException {
    try {
      List<Overlap> overlaps = prepare(changing);
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

  private List<Overlap> prepare(List<Candidate> candidates)
      throws IOException, InterruptedException {
    List<Overlap> overlaps = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      JournalDirectory directory = JournalDirectory.make(records.get(i).place().directory());
      directories.add(directory);
      steps.reached(Step.DIRECTORY_MADE);
      try {
        records.set(i, prepare(candidates.get(i), records.get(i), directory));
      } catch (Refusal e) {
        overlaps.addAll(e.overlaps());
      }
    }
    return overlaps;
  }

  private TargetRecord prepare(Candidate candidate, TargetRecord record, JournalDirectory directory)
      throws IOException, InterruptedException, Refusal {
    return switch (candidate) {
      case Candidate.OfGit git -> {
        GitWork work = new GitWork(request.plan(), record, directory, git.git(), steps);
        works.add(work);
        String result = git.target().result();
        Commits.Made commit =
            new Commits(git.git())
                .make(
                    git.git().run("rev-parse", "--verify", result + "^{tree}").text(),
                    git.checkout().head(),
                    request.text());
        if (commit.hint() != null) {
          hints.add(commit.hint());
        }
        yield work.prepare(result, commit, git.changes());
      }
      case Candidate.OfDirectory plain -> {
        DirectoryWork work = new DirectoryWork(record, directory, steps);
        works.add(work);
        yield work.prepare(plain.target());
      }
    };
  }

  private Applied finish(List<Candidate> all) throws IOException, InterruptedException {
    steps.reached(Step.COMMITTED);
    List<Overlap> kept = new ArrayList<>();
    for (TargetWork work : works) {
      kept.addAll(work.finish());
    }
    TargetRecord.All content = new TargetRecord.All(records, kept, hints);
    journals.finished(id, content, kept);
    steps.reached(Step.FINISHED);
    clear();
    return new Applied(all.stream().map(this::outcome).toList(), kept, hints);
  }

  /**
   * Takes everything back. What cannot be taken back now is left to recovery, and the reason for
   * undoing is what the caller hears of.
   */
  private void undo() {
    try {
      // Not so if the COMMIT got through although its answer did not: then recovery finishes it.
      if (journals.undoing(id)) {
        for (TargetWork work : works) {
          work.undo();
        }
        clear();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      log.warn(
          "What applying plan {} left could not be taken away; the next command that writes does it",
          request.plan(),
          e);
    }
  }

  private void clear() throws IOException {
    for (TargetRecord record : records) {
      Leavings.remove(record.place());
    }
    steps.reached(Step.CLEARED);
    journals.closed(id);
  }

  private AppliedTarget outcome(Candidate candidate) {
    return records.stream()
        .map(TargetRecord::applied)
        .filter(it -> it.resource().equals(candidate.target().resource().name()))
        .findFirst()
        .orElseGet(() -> nothing(candidate));
  }

  private static AppliedTarget nothing(Candidate candidate) {
    return new AppliedTarget(
        Objects.requireNonNull(candidate.target().resource().name()), null, List.of());
  }
}
