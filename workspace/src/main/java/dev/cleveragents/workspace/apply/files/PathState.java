package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The state of a path at this moment; links are examined, never followed. */
public sealed interface PathState {

  /** Nothing. */
  record Nothing() implements PathState {}

  /** A file or a link. */
  record File(FileState state) implements PathState {}

  /** Something that is never applied over. */
  record Other(String what) implements PathState {}

  /** Whether it is exactly this; nothing if that is null. */
  default boolean is(@Nullable FileState state) {
    return switch (this) {
      case Nothing() -> state == null;
      case File(FileState there) -> there.equals(state);
      case Other _ -> false;
    };
  }

  /** Looks. */
  static PathState at(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return new Nothing();
    } catch (IOException e) {
      // A file where one of its folders would be: Java has no exception of its own for that.
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS) && belowFile(path)) {
        return new Nothing();
      }
      throw e;
    }
    if (attributes.isSymbolicLink()) {
      byte[] to = Files.readSymbolicLink(path).toString().getBytes(StandardCharsets.UTF_8);
      return new File(FileState.of(to, FileMode.SYMLINK));
    }
    if (attributes.isDirectory()) {
      return new Other("a folder");
    }
    return attributes.isRegularFile() ? new File(file(path)) : new Other("no regular file");
  }

  private static boolean belowFile(Path path) {
    for (Path up = path.getParent(); up != null; up = up.getParent()) {
      if (Files.exists(up, LinkOption.NOFOLLOW_LINKS)) {
        return !Files.isDirectory(up);
      }
    }
    return false;
  }

  private static FileState file(Path path) throws IOException {
    MessageDigest digest = Sha256.digest();
    long size;
    try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
      size = in.transferTo(OutputStream.nullOutputStream());
    }
    return new FileState(
        Sha256.hex(digest.digest()),
        Files.isExecutable(path) && ownerMayRun(path) ? FileMode.EXECUTABLE : FileMode.REGULAR,
        size);
  }

  private static boolean ownerMayRun(Path path) throws IOException {
    return !path.getFileSystem().supportedFileAttributeViews().contains("unix")
        || ((int) Files.getAttribute(path, "unix:mode") & 0100) != 0;
  }
}
