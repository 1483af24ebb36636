package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.util.List;

/**
 * One target of a journal, owned by the process that holds the journal's directory. {@link #undo}
 * is for before the COMMIT record, {@link #finish} for after it; both may be stopped anywhere and
 * run again.
 */
public interface TargetApplier {

  /** Puts everything where it belongs; returns the paths that another process changed meanwhile. */
  List<LocalConflict> finish() throws IOException, InterruptedException;

  /** Takes away everything of ours. */
  void undo() throws IOException, InterruptedException;
}
