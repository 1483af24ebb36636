package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.OpenDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves single files out of a resource and into it. Nothing is ever replaced, and no link in the
 * place of a folder leads a file out of the resource.
 */
record ResourceFiles(Path root) {

  /** What came of linking a file in. */
  enum Linked {
    IN_PLACE,
    /** Something has the path already. */
    TAKEN,
    /** A link that was swapped in led it out of the resource; it is removed from there. */
    ELSEWHERE
  }

  /**
   * Moves what is at a path out of the resource.
   *
   * @throws NoSuchFileException if nothing is there
   * @throws NotDirectoryException if one of its folders is none
   */
  void moveOut(String path, Path to) throws IOException {
    try (OpenDirectory top = OpenDirectory.open(root);
        OpenDirectory folder = top.descend(foldersOf(path));
        OpenDirectory kept = OpenDirectory.open(DurableFiles.parent(to))) {
      folder.move(name(root.resolve(path)), kept, name(to));
    }
  }

  /** Gives a file the name of a path as well, if nothing has that. */
  Linked linkIn(Path fresh, String path) throws IOException {
    Path place = root.resolve(path);
    if (!linkTo(fresh, place)) {
      return Linked.TAKEN;
    }
    if (isInPlace(path, fresh)) {
      return Linked.IN_PLACE;
    }
    if (Objects.equals(keyOf(place), keyOf(fresh))) {
      Files.delete(place);
    }
    return Linked.ELSEWHERE;
  }

  /** Whether a file is at a path, by a way on which there is no link. */
  private boolean isInPlace(String path, Path fresh) throws IOException {
    try (OpenDirectory top = OpenDirectory.open(root);
        OpenDirectory folder = top.descend(foldersOf(path))) {
      BasicFileAttributes there = folder.look(name(root.resolve(path))).orElse(null);
      return there != null
          && (there.isSymbolicLink() || Objects.equals(there.fileKey(), keyOf(fresh)));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  /** What tells a file from all others; of a link its own. */
  static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Whether what is there of the folders above a path are folders, and no links to some. */
  boolean foldersAreReal(Path place) {
    for (Path folder = DurableFiles.parent(place);
        !folder.equals(root) && folder.startsWith(root);
        folder = DurableFiles.parent(folder)) {
      if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Like git, leaves no folder empty that a removal has emptied, unless the system keeps it.
   *
   * @param changed gets the folders from which one was removed
   */
  void clearAbove(Path place, Set<Path> changed) throws IOException {
    for (Path folder = DurableFiles.parent(place);
        !folder.equals(root)
            && folder.startsWith(root)
            && (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                || Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS));
        folder = DurableFiles.parent(folder)) {
      try {
        Files.deleteIfExists(folder);
        changed.add(DurableFiles.parent(folder));
      } catch (FileSystemException e) {
        return;
      }
    }
  }

  /** Gives a file a name next to this place that nothing has; returns that. */
  static String bringBeside(Path file, Path place) throws IOException {
    Path beside = beside(place, 1);
    for (int i = 2; !bringTo(file, beside); i++) {
      beside = beside(place, i);
    }
    return name(beside);
  }

  private static Path beside(Path place, int number) {
    return place.resolveSibling(name(place) + ".yours" + (number == 1 ? "" : "-" + number));
  }

  /** Gives a file this name instead of its own if nothing has it; false if something has. */
  static boolean bringTo(Path from, Path place) throws IOException {
    if (!linkTo(from, place)) {
      return false;
    }
    Files.delete(from);
    return true;
  }

  private static boolean linkTo(Path from, Path place) throws IOException {
    try {
      if (Files.isSymbolicLink(from)) {
        Files.createSymbolicLink(place, Files.readSymbolicLink(from));
      } else {
        Files.createLink(place, from);
      }
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    return true;
  }

  private static List<String> foldersOf(String path) {
    List<String> names = List.of(path.split("/", -1));
    return names.subList(0, names.size() - 1);
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
