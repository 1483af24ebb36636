package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A lock file that is a hard link to a file of ours: taking it fails if there is one, and only one
 * that is the same file is ever removed. Proven by {@code LinkLockTest}.
 *
 * @param place where every git process looks for the lock, such as {@code index.lock}
 * @param proof our file, in the journal
 */
public record LinkLock(Path place, Path proof) {

  private static final String WHOSE = "CleverAgents applies a plan here\n";

  /** Takes it, with a text that names its owner; false if another process has it. */
  public boolean take() throws IOException {
    return take(WHOSE);
  }

  /**
   * Takes it; false if another process has it.
   *
   * @param text what is in the lock; the first time counts
   */
  public boolean take(String text) throws IOException {
    if (!Files.exists(proof)) {
      DurableFiles.write(proof, text.getBytes(StandardCharsets.UTF_8));
    }
    try {
      Files.createLink(place, proof);
      return true;
    } catch (FileAlreadyExistsException e) {
      return isOurs();
    }
  }

  /** Whether the lock that is there is this one. */
  public boolean isOurs() throws IOException {
    try {
      return Files.exists(proof)
          && Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
          && Files.isSameFile(place, proof);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Gives it back if it is ours. */
  public void release() throws IOException {
    if (isOurs()) {
      Files.deleteIfExists(place);
    }
  }
}
