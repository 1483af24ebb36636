package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.OpenDirectory;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The files of a sandbox as tools use them. A path is checked, and then gone step by step from the
 * sandbox's own directory, each step in the directory that is open by then and over no link: what
 * another process swaps in between the check and the use makes the use fail and leads nowhere else.
 * New files and folders are made aside and moved into place, so nothing is ever written through a
 * link, hard or soft. Used by one thread at a time. Proven by {@code SandboxFilesTest}.
 */
public final class SandboxFiles {

  private static final String ASIDE = "aside";

  private final Path directory;
  private final SafePaths paths;
  private final Runnable afterCheck;

  /**
   * @param directory of the sandbox, which is ours
   * @param paths of its files, below it, with no link in the path
   * @param afterCheck called between the check of a path and its use: where tests do their worst
   */
  SandboxFiles(Path directory, SafePaths paths, Runnable afterCheck) {
    this.directory = directory;
    this.paths = paths;
    this.afterCheck = afterCheck;
  }

  /** The kind of file at a path. */
  public enum Thing {
    NOTHING,
    FILE,
    FOLDER,
    /** A link, or something that is no file of a project. */
    OTHER
  }

  /**
   * The state at the path now; links are examined and not followed.
   *
   * @throws OperationException if the path is refused
   */
  public Thing at(String path) throws IOException {
    try (Place place = place(path, false)) {
      return place == null ? Thing.NOTHING : thing(place.folder.look(place.name));
    }
  }

  private static Thing thing(Optional<BasicFileAttributes> there) {
    return there
        .map(it -> it.isRegularFile() ? Thing.FILE : it.isDirectory() ? Thing.FOLDER : Thing.OTHER)
        .orElse(Thing.NOTHING);
  }

  /**
   * The bytes of a file.
   *
   * @throws OperationException if the path is refused
   * @throws IOException if there is no file
   */
  public byte[] read(String path) throws IOException {
    try (Place place = place(path, false)) {
      if (place == null || thing(place.folder.look(place.name)) != Thing.FILE) {
        throw new FileSystemException(path, null, "there is no such file");
      }
      try (SeekableByteChannel channel = place.folder.read(place.name)) {
        return Channels.newInputStream(channel).readAllBytes();
      }
    }
  }

  /**
   * Makes a file of these bytes, in the place of a file or link that is there, and the folders
   * above it where they are missing.
   *
   * @throws OperationException if the path is refused
   */
  public void write(String path, byte[] bytes, boolean executable) throws IOException {
    write(path, bytes, executable, false);
  }

  /** The same, with the permissions of the file that is there. */
  public void replace(String path, byte[] bytes) throws IOException {
    write(path, bytes, false, true);
  }

  private void write(String path, byte[] bytes, boolean executable, boolean same)
      throws IOException {
    try (Place place = require(place(path, true));
        OpenDirectory ours = aside()) {
      String fresh = UUID.randomUUID().toString();
      Path file = directory.resolve(ASIDE).resolve(fresh);
      try {
        Files.write(file, bytes, StandardOpenOption.CREATE_NEW);
        Set<PosixFilePermission> may = Files.getPosixFilePermissions(file);
        if (same) {
          may = place.folder.permissions(place.name);
        } else if (executable) {
          may.add(PosixFilePermission.OWNER_EXECUTE);
        }
        Files.setPosixFilePermissions(file, may);
        ours.move(fresh, place.folder, place.name);
      } finally {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Removes a file or a link; false if there was none.
   *
   * @throws OperationException if the path is refused
   */
  public boolean delete(String path) throws IOException {
    try (Place place = place(path, false)) {
      return place != null && place.folder.delete(place.name);
    }
  }

  /**
   * Gives a file another path, and makes the folders above that where they are missing.
   *
   * @throws OperationException if a path is refused
   */
  public void move(String from, String to) throws IOException {
    try (Place old = require(place(from, false));
        Place fresh = require(place(to, true))) {
      old.folder.move(old.name, fresh.folder, fresh.name);
    }
  }

  /** The folder of a path, open, and the last name of it. */
  private record Place(OpenDirectory folder, String name) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      folder.close();
    }
  }

  private static Place require(@Nullable Place place) throws IOException {
    if (place == null) {
      throw new IOException("there is no such file");
    }
    return place;
  }

  /** Null if one of its folders is missing and is not to be made. */
  private @Nullable Place place(String path, boolean make) throws IOException {
    List<String> folders = names(paths.folderOf(path));
    afterCheck.run();
    OpenDirectory folder = OpenDirectory.open(directory);
    boolean found = false;
    try {
      for (String name : folders) {
        if (thing(folder.look(name)) == Thing.FILE) {
          if (make) {
            throw OperationException.invalid(
                "The path '%s' was refused: '%s' in it is a file, not a folder"
                    .formatted(path, name));
          }
          return null;
        }
        OpenDirectory next = enter(folder, name, make);
        if (next == null) {
          return null;
        }
        folder.close();
        folder = next;
      }
      found = true;
      return new Place(folder, path.substring(path.lastIndexOf('/') + 1));
    } finally {
      if (!found) {
        folder.close();
      }
    }
  }

  /** The names from the sandbox's directory to one of its folders. */
  private List<String> names(Path folder) {
    List<String> names = new ArrayList<>();
    directory.relativize(folder).forEach(name -> names.add(name.toString()));
    return names;
  }

  private @Nullable OpenDirectory enter(OpenDirectory folder, String name, boolean make)
      throws IOException {
    if (folder.look(name).isEmpty()) {
      if (!make) {
        return null;
      }
      try (OpenDirectory ours = aside()) {
        String fresh = UUID.randomUUID().toString();
        Files.createDirectory(directory.resolve(ASIDE).resolve(fresh));
        ours.move(fresh, folder, name);
      }
    }
    return folder.enter(name);
  }

  /** Where things are made that are moved into place; beside the files and not among them. */
  private OpenDirectory aside() throws IOException {
    try (OpenDirectory own = OpenDirectory.open(directory)) {
      if (own.look(ASIDE).isEmpty()) {
        PrivateDirectory.create(directory.resolve(ASIDE));
      }
      return own.enter(ASIDE);
    }
  }
}
