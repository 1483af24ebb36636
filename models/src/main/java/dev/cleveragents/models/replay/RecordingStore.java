package dev.cleveragents.models.replay;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The recordings of the home folder, each under a part of the hash of its content, so that a name
 * always means the same replies. A file appears whole or not at all, and only its owner may read
 * it.
 */
public final class RecordingStore {

  private static final String STRICT = ":strict";
  private static final String ENDING = ".jsonl";

  /** Short enough to be read in a list of costs; the recordings are the user's own. */
  private static final int HASH_LENGTH = 16;

  private final Path folder;

  public RecordingStore(Path home) {
    this.folder = home.resolve("recordings");
  }

  /**
   * Checks a recording and copies it.
   *
   * @param strict whether replies are only given to the recorded requests
   * @return the name of the model that answers from it
   * @throws OperationException if it is no recording or cannot be copied
   */
  public ModelName add(Path file, boolean strict) {
    try {
      byte[] bytes = checked(file);
      String hash = Sha256.of(bytes).substring(0, HASH_LENGTH);
      Path place = folder.resolve(hash + ENDING);
      if (!Files.exists(place)) {
        Files.createDirectories(folder, permissions("rwx------"));
        Path fresh = Files.createTempFile(folder, ".", ENDING, permissions("rw-------"));
        try {
          Files.write(fresh, bytes);
          DurableFiles.sync(fresh);
          Files.move(
              fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
          DurableFiles.sync(folder);
        } finally {
          Files.deleteIfExists(fresh);
        }
      }
      return new ModelName(ModelName.REPLAY, strict ? hash + STRICT : hash);
    } catch (NoSuchFileException e) {
      throw OperationException.notFound("There is no recording %s.".formatted(file), null);
    } catch (IOException e) {
      throw OperationException.failed(
          "Cannot copy the recording %s: %s.".formatted(file, e.getMessage()), e);
    }
  }

  /** The bytes that were checked are those that are copied, also if the file changes meanwhile. */
  private static byte[] checked(Path file) throws IOException {
    try {
      return RecordingFile.readBytes(file);
    } catch (RecordingException e) {
      throw OperationException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static FileAttribute<?>[] permissions(String permissions) {
    return Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Whether a recording that can be read has replies to that role. */
  public boolean has(ModelName name, String role) {
    try {
      return open(name).has(role);
    } catch (ModelException e) {
      return false;
    }
  }

  /**
   * The model that answers from a recording.
   *
   * @param name {@code replay/HASH}, or {@code replay/HASH:strict}
   */
  public ReplayModel open(ModelName name) throws ModelException {
    boolean strict = name.model().endsWith(STRICT);
    String hash =
        strict ? name.model().substring(0, name.model().length() - STRICT.length()) : name.model();
    if (!hash.matches("[0-9a-f]{16,64}")) {
      throw new ModelException(
          Kind.NOT_FOUND,
          "'%s' does not name a recording: write replay/ and the hash that adding it has shown."
              .formatted(name));
    }
    Path file = folder.resolve(hash + ENDING);
    try {
      return new ReplayModel(name, RecordingFile.read(file), strict);
    } catch (NoSuchFileException e) {
      throw new ModelException(
          Kind.NOT_FOUND, "The recording %s is no longer there. Add it again.".formatted(file));
    } catch (RecordingException | IOException e) {
      throw new ModelException(
          Kind.INVALID_REQUEST, "Cannot use the recording: %s".formatted(e.getMessage()));
    }
  }
}
