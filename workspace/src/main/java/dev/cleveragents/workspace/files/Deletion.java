package dev.cleveragents.workspace.files;

import dev.cleveragents.exec.confine.MountPoints;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes directories of this system with everything in them.
 *
 * <ul>
 *   <li>A link is deleted and never followed: names are looked up in the directory that is open.
 *   <li>A mount point is never crossed. If one is at or below the path, nothing is deleted; if one
 *       is made meanwhile, the deletion stops there. Mounts are looked up after a directory is
 *       opened and before anything in it is deleted, so a later mount hides the opened directory
 *       and is not touched. A mount that is made before the opening and taken away before the
 *       lookup would not be seen.
 *   <li>Directories that are closed to their owner are opened first. Another process may delete the
 *       same path at the same time.
 * </ul>
 */
public final class Deletion {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final MountPoints mounts;

  private Deletion(MountPoints mounts) {
    this.mounts = mounts;
  }

  /**
   * Deletes a file, or a directory and everything in it; nothing happens if it is gone.
   *
   * @throws MountedException if a mount point is in the way
   */
  public static void of(Path path) throws IOException {
    Optional<Path> real = withoutLinks(path);
    if (real.isEmpty()) {
      return;
    }
    Path above = real.get().getParent();
    if (above == null) {
      throw new IOException("The root directory is not deleted");
    }
    Deletion deletion = new Deletion(MountPoints.under(real.get()));
    deletion.refuseMounts(real.get());
    try (Directory directory = Directory.open(above)) {
      deletion.delete(directory, real.get());
    }
  }

  /**
   * Refuses a path at or below which something is mounted; nothing happens if it is gone.
   *
   * @throws MountedException if a mount point is there
   */
  public static void requireNoMount(Path path) throws IOException {
    Optional<Path> real = withoutLinks(path);
    if (real.isPresent()) {
      new Deletion(MountPoints.under(real.get())).refuseMounts(real.get());
    }
  }

  /** The path with no link in it but its last part, if there is something. */
  private static Optional<Path> withoutLinks(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Path whole = path.toAbsolutePath().normalize();
    Path above = whole.getParent();
    try {
      return Optional.of(above == null ? whole : above.toRealPath().resolve(whole.getFileName()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private void refuseMounts(Path current) throws IOException {
    Optional<String> mounted = mounts.find(current);
    if (mounted.isPresent()) {
      throw new MountedException(mounted.get());
    }
  }

  private void delete(Directory parent, Path path) throws IOException {
    try {
      boolean directory = parent.isDirectory(path);
      if (directory) {
        deleteContents(parent, path);
      }
      parent.delete(path, directory);
    } catch (NoSuchFileException e) {
      // Another process deleted it at the same moment.
    }
  }

  private void deleteContents(Directory parent, Path path) throws IOException {
    try (Directory directory = parent.enter(path)) {
      refuseMounts(path);
      for (Path each : directory.stream()) {
        delete(directory, path.resolve(each.getFileName()));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /**
   * An open directory. Where the system has no way to look names up in it, paths are used.
   *
   * @param secure null where the system has none
   */
  private record Directory(
      DirectoryStream<Path> stream, @Nullable SecureDirectoryStream<Path> secure)
      implements AutoCloseable {

    @SuppressWarnings("StreamResourceLeak") // The record closes it.
    static Directory open(Path path) throws IOException {
      return of(Files.newDirectoryStream(path));
    }

    private static Directory of(DirectoryStream<Path> stream) {
      return new Directory(
          stream, stream instanceof SecureDirectoryStream<Path> found ? found : null);
    }

    boolean isDirectory(Path path) throws IOException {
      BasicFileAttributeView view =
          secure == null
              ? Files.getFileAttributeView(
                  path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              : secure.getFileAttributeView(
                  path.getFileName(), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      return view.readAttributes().isDirectory();
    }

    /** Opens a directory in this one so that it can be read and what is in it deleted. */
    Directory enter(Path path) throws IOException {
      if (Files.isReadable(path) && Files.isWritable(path) && Files.isExecutable(path)) {
        return opened(path);
      }
      try {
        Directory directory = opened(path);
        directory.allowOwner(path);
        return directory;
      } catch (AccessDeniedException e) {
        // Only a path can change the permissions of a directory that cannot be opened.
        if (!isDirectory(path)) {
          throw new NotDirectoryException(path.toString());
        }
        Files.setPosixFilePermissions(path, OWNER_ONLY);
        return opened(path);
      }
    }

    @SuppressWarnings("StreamResourceLeak") // The record closes it.
    private Directory opened(Path path) throws IOException {
      return of(
          secure == null
              ? Files.newDirectoryStream(path)
              : secure.newDirectoryStream(path.getFileName(), LinkOption.NOFOLLOW_LINKS));
    }

    private void allowOwner(Path path) throws IOException {
      if (secure == null) {
        Files.setPosixFilePermissions(path, OWNER_ONLY);
      } else {
        secure.getFileAttributeView(PosixFileAttributeView.class).setPermissions(OWNER_ONLY);
      }
    }

    void delete(Path path, boolean directory) throws IOException {
      if (secure == null) {
        Files.delete(path);
      } else if (directory) {
        secure.deleteDirectory(path.getFileName());
      } else {
        secure.deleteFile(path.getFileName());
      }
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
