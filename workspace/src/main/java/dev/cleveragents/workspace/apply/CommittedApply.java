package dev.cleveragents.workspace.apply;

import dev.cleveragents.workspace.apply.files.UnreplaceableException;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The targets of a COMMITTED journal. The files of all are swapped before the first index or branch
 * changes, so that all can be put back if the system does not let one be replaced.
 */
final class CommittedApply {

  private static final Logger log = LoggerFactory.getLogger(CommittedApply.class);

  private final JournalStore journals;
  private final String id;
  private final List<TargetApplier> works;

  CommittedApply(JournalStore journals, String id, List<TargetApplier> works) {
    this.journals = journals;
    this.id = id;
    this.works = works;
  }

  /**
   * Finishes all; returns what another process changed meanwhile.
   *
   * @throws ApplyRefusal if a file cannot be replaced: then everything is put back, and the journal
   *     is UNDOING
   * @throws UnreplaceableException if that is not possible, or not yet; no lock is left
   */
  List<LocalConflict> finish() throws IOException, InterruptedException, ApplyRefusal {
    List<LocalConflict> kept = new ArrayList<>();
    try {
      for (TargetApplier work : works) {
        kept.addAll(work.swapFiles());
      }
      for (TargetApplier work : works) {
        kept.addAll(work.finish());
      }
    } catch (UnreplaceableException e) {
      throw takeBack(e);
    }
    return kept;
  }

  private ApplyRefusal takeBack(UnreplaceableException cause)
      throws IOException, InterruptedException {
    for (TargetApplier work : works) {
      if (!work.canUndo()) {
        throw released(cause);
      }
    }
    if (!journals.takingBack(id)) {
      throw released(cause);
    }
    try {
      return cause.refusal(undo(works));
    } catch (UnreplaceableException e) {
      throw cause.followedBy(e);
    }
  }

  private UnreplaceableException released(UnreplaceableException cause)
      throws IOException, InterruptedException {
    for (TargetApplier work : works) {
      work.release();
    }
    return cause;
  }

  /**
   * Undoes all; returns what another process changed meanwhile. One that cannot be undone keeps no
   * other from it.
   */
  static List<LocalConflict> undo(List<TargetApplier> works)
      throws IOException, InterruptedException {
    List<LocalConflict> kept = new ArrayList<>();
    @Nullable IOException failure = null;
    for (TargetApplier work : works) {
      try {
        List<LocalConflict> left = work.undo();
        left.forEach(it -> log.warn("{} of {}: {}", it.path(), it.resource(), it.why()));
        kept.addAll(left);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return kept;
  }
}
