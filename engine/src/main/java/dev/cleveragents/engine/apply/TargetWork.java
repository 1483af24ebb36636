package dev.cleveragents.engine.apply;

import java.io.IOException;
import java.util.List;

/**
 * One target of a journal, in the hands of whoever holds the journal's directory. {@link #undo} is
 * for before the COMMIT record, {@link #finish} for after it; both may be stopped anywhere and run
 * again.
 */
sealed interface TargetWork permits GitWork, DirectoryWork {

  /** Puts everything where it belongs; returns the paths left to whoever changed them meanwhile. */
  List<Overlap> finish() throws IOException, InterruptedException;

  /** Takes away everything of ours. */
  void undo() throws IOException, InterruptedException;

  /** Folders that are no longer needed once the journal is retired. */
  TargetRecord.Place place();
}
