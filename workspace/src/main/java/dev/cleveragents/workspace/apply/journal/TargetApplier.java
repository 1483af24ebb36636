package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.apply.files.UnreplaceableException;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.util.List;

/**
 * One target of a journal, owned by the process that holds the journal's directory. After the
 * COMMIT record come {@link #swapFiles} and {@link #finish}; {@link #undo} is for before it, and
 * for after it as long as {@link #canUndo}. Each may be stopped anywhere and run again.
 */
public interface TargetApplier {

  /**
   * Puts the new files where they belong; returns the paths that another process changed meanwhile.
   *
   * @throws UnreplaceableException if the system does not let a file be replaced
   */
  List<LocalConflict> swapFiles() throws IOException, InterruptedException;

  /**
   * Does what is left after the files; returns what another process changed meanwhile.
   *
   * @throws UnreplaceableException if the system does not let a file of git be replaced
   */
  List<LocalConflict> finish() throws IOException, InterruptedException;

  /** Gives back its locks, so that the user can work; what is left to do stays for recovery. */
  void release() throws IOException, InterruptedException;

  /** Whether nothing but files has been changed, so that all of it can be put back. */
  boolean canUndo() throws IOException, InterruptedException;

  /**
   * Takes away everything of ours and puts back the files that were swapped; returns the paths that
   * another process changed meanwhile.
   *
   * @throws UnreplaceableException if the system does not let a file be put back; all else is
   */
  List<LocalConflict> undo() throws IOException, InterruptedException;
}
