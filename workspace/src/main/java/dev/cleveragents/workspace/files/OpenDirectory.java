package dev.cleveragents.workspace.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is open. Names are looked up in that very directory, whatever becomes of the
 * path that led to it, and no name is followed if it is a link: so nothing that is swapped in after
 * a check leads anywhere else. Where the system cannot do so, names are looked up by the path, and
 * the path is checked before each use. Used by one thread.
 */
@SuppressWarnings("StreamResourceLeak") // what is opened here is closed with the folder
public final class OpenDirectory implements AutoCloseable {

  private final Path path;
  private final DirectoryStream<Path> stream;
  private final @Nullable SecureDirectoryStream<Path> secure;

  private OpenDirectory(Path path, DirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
    this.secure = stream instanceof SecureDirectoryStream<Path> found ? found : null;
  }

  /** Opens one by its path, for which links are followed. */
  public static OpenDirectory open(Path path) throws IOException {
    return new OpenDirectory(path, Files.newDirectoryStream(path));
  }

  /** Whether names are looked up in this very directory; tried, not assumed. */
  public boolean isHeld() {
    return secure != null;
  }

  /**
   * Opens a directory in this one.
   *
   * @throws NoSuchFileException if there is nothing of that name
   * @throws NotDirectoryException if it is something else, as a link
   */
  public OpenDirectory enter(String name) throws IOException {
    BasicFileAttributes there =
        look(name).orElseThrow(() -> new NoSuchFileException(path.resolve(name).toString()));
    if (!there.isDirectory()) {
      throw new NotDirectoryException(path.resolve(name).toString());
    }
    return new OpenDirectory(
        path.resolve(name),
        secure != null
            ? secure.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS)
            : Files.newDirectoryStream(checked(name)));
  }

  /**
   * Opens the directory at the end of these names; the caller closes it, and this one too.
   *
   * @throws IOException as {@link #enter}
   */
  public OpenDirectory descend(List<String> names) throws IOException {
    OpenDirectory at = this;
    for (String name : names) {
      try {
        OpenDirectory next = at.enter(name);
        if (at != this) {
          at.close();
        }
        at = next;
      } catch (IOException e) {
        if (at != this) {
          at.close();
        }
        throw e;
      }
    }
    return at;
  }

  /** The attributes of the entry of that name, if there is one. */
  public Optional<BasicFileAttributes> look(String name) throws IOException {
    try {
      return Optional.of(view(name, BasicFileAttributeView.class).readAttributes());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Who may do what with a file. */
  public Set<PosixFilePermission> permissions(String name) throws IOException {
    return view(name, PosixFileAttributeView.class).readAttributes().permissions();
  }

  private <V extends BasicFileAttributeView> V view(String name, Class<V> kind) throws IOException {
    V view =
        secure != null
            ? secure.getFileAttributeView(Path.of(name), kind, LinkOption.NOFOLLOW_LINKS)
            : Files.getFileAttributeView(checked(name), kind, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      throw new IOException("This system does not report the permissions of files");
    }
    return view;
  }

  /** Opens a file to be read; fails if it is a link. */
  public SeekableByteChannel read(String name) throws IOException {
    Set<OpenOption> how = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    return secure != null
        ? secure.newByteChannel(Path.of(name), how)
        : Files.newByteChannel(checked(name), how);
  }

  /**
   * The bytes of a file that a command may have put there.
   *
   * <p>It is opened to be written too, because that never waits for the other end of a pipe, and no
   * more is read than its size, which a pipe and a device do not have: so something else that takes
   * the place of the file after the look at it does no harm.
   *
   * @return empty if there is no file, but nothing, a link or something else
   * @throws IOException if the file has more bytes than these, or cannot be opened
   */
  public Optional<byte[]> contents(String name, int mostBytes) throws IOException {
    if (look(name).filter(BasicFileAttributes::isRegularFile).isEmpty()) {
      return Optional.empty();
    }
    Set<OpenOption> how =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (SeekableByteChannel channel =
        secure != null
            ? secure.newByteChannel(Path.of(name), how)
            : Files.newByteChannel(checked(name), how)) {
      long size = channel.size();
      if (size > mostBytes) {
        throw new FileSystemException(
            name, null, "it has more than the %d bytes that are read".formatted(mostBytes));
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) size);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return Optional.of(Arrays.copyOf(bytes.array(), bytes.position()));
    }
  }

  /** Removes a file or a link; false if there was none. */
  public boolean delete(String name) throws IOException {
    try {
      if (secure != null) {
        secure.deleteFile(Path.of(name));
      } else {
        Files.delete(checked(name));
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Moves what has a name here; replaces a file or a link that has the new name there. */
  public void move(String name, OpenDirectory to, String newName) throws IOException {
    if (secure != null && to.secure != null) {
      secure.move(Path.of(name), to.secure, Path.of(newName));
    } else {
      Files.move(checked(name), to.checked(newName), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** The path of a name, if the path still leads to this directory without a detour. */
  private Path checked(String name) throws IOException {
    if (!path.toRealPath().equals(path)) {
      throw new IOException(path + " has become a link");
    }
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
