package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.OpenDirectory;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts new files where old ones stand, from a staging folder on the same file system. Old files are
 * moved out and looked at there, new ones are linked in, which never replaces anything: whatever
 * another process puts at a path meanwhile stays or is put back, and is reported. May be stopped
 * anywhere and run again; used by the holder of the journal.
 */
public final class FileSwapper {

  private static final String CHANGED = "it was changed while the plan was being applied";

  private final Name resource;
  private final Path root;
  private final Path staging;
  private final ApplyStep.Listener steps;
  private final List<LocalConflict> kept = new ArrayList<>();
  private final Set<Path> folders = new LinkedHashSet<>();

  public FileSwapper(Name resource, Path root, Path staging, ApplyStep.Listener steps) {
    this.resource = resource;
    this.root = root;
    this.staging = staging;
    this.steps = steps;
  }

  /** Where the new file for a path waits. */
  public static Path fresh(Path staging, String path) {
    return staging.resolve("files").resolve(path);
  }

  /** Whether anything may have been taken out or put in from there. */
  public static boolean hasBegun(Path staging) {
    return Files.exists(staging.resolve("old"));
  }

  /** Swaps all; returns the paths that another process changed meanwhile and that were left so. */
  public List<LocalConflict> swap(List<FileSwap> swaps) throws IOException {
    PrivateDirectory.create(staging);
    Files.createDirectories(staging.resolve("old"));
    // Removals first: a folder may become a file, or a file a folder.
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).after() == null) {
        swap(swaps.get(i), staging.resolve("old").resolve(Integer.toString(i)));
      }
    }
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).after() != null) {
        swap(swaps.get(i), staging.resolve("old").resolve(Integer.toString(i)));
      }
    }
    for (Path folder : folders) {
      DurableFiles.syncIfThere(folder);
    }
    return List.copyOf(kept);
  }

  private void swap(FileSwap swap, Path old) throws IOException {
    Path place = root.resolve(swap.path());
    if (!foldersAreReal(place)) {
      if (swap.after() != null) {
        keep(swap, "one of its folders has become something else");
      }
      return;
    }
    folders.add(DurableFiles.parent(place));
    PathState there = PathState.at(place);
    if (there.is(swap.after())) {
      if (wasWrittenTo(swap, old)) {
        rescue(swap, old, place);
      } else {
        clearAfterRemoval(swap, place);
      }
      return;
    }
    if (there instanceof PathState.Nothing) {
      if (!old(old).is(swap.before())) {
        putBackOrKeep(swap, old, place);
        return;
      }
    } else if (!there.is(swap.before())) {
      keepWith(swap, old, place);
      return;
    } else if (!takeOut(swap, old, place)) {
      return;
    }
    if (swap.after() != null) {
      putIn(swap, place);
    }
    clearAfterRemoval(swap, place);
  }

  private static PathState old(Path old) throws IOException {
    return PathState.at(old);
  }

  /** Moves the old file out; false if it turned out to be another one, which is put back. */
  private boolean takeOut(FileSwap swap, Path old, Path place) throws IOException {
    steps.reached(ApplyStep.FOLDERS_CHECKED);
    try (OpenDirectory top = OpenDirectory.open(root);
        OpenDirectory folder = top.descend(foldersOf(swap));
        OpenDirectory kept = OpenDirectory.open(DurableFiles.parent(old))) {
      folder.move(name(place), kept, name(old));
    } catch (NoSuchFileException e) {
      keep(swap, "it was deleted while the plan was being applied");
      return false;
    } catch (NotDirectoryException e) {
      keep(swap, "one of its folders has become something else");
      return false;
    }
    steps.reached(ApplyStep.FILE_TAKEN_OUT);
    if (PathState.at(old).is(swap.before())) {
      return true;
    }
    putBackOrKeep(swap, old, place);
    return false;
  }

  private void putBackOrKeep(FileSwap swap, Path old, Path place) throws IOException {
    if (!Files.exists(old, LinkOption.NOFOLLOW_LINKS)) {
      keep(swap, "it was deleted while the plan was being applied");
      return;
    }
    Files.createDirectories(DurableFiles.parent(place));
    if (bringTo(old, place)) {
      keep(swap, CHANGED);
    } else {
      keepWith(swap, old, place);
    }
  }

  /** A file of the user's is at the place. */
  private void keepWith(FileSwap swap, Path old, Path place) throws IOException {
    keep(
        swap,
        wasWrittenTo(swap, old)
            ? "%s, and after it was moved aside; that change is in %s"
                .formatted(CHANGED, bringBeside(old, place))
            : CHANGED);
  }

  /** It was done before, and another process has written to the old file since. */
  private void rescue(FileSwap swap, Path old, Path place) throws IOException {
    if (swap.after() == null) {
      putBackOrKeep(swap, old, place);
    } else {
      kept.add(
          new LocalConflict(
              resource,
              swap.path(),
              "it was changed after the plan had replaced it; the change is in %s"
                  .formatted(bringBeside(old, place))));
    }
  }

  /** Whether what was taken out is not what it was: then it is the user's, and must not go. */
  private static boolean wasWrittenTo(FileSwap swap, Path old) throws IOException {
    PathState taken = PathState.at(old);
    return !(taken instanceof PathState.Nothing) && !taken.is(swap.before());
  }

  /** Gives it a name next to its own that nothing has; returns that. */
  private static String bringBeside(Path old, Path place) throws IOException {
    Path beside = beside(place, 1);
    for (int i = 2; !bringTo(old, beside); i++) {
      beside = beside(place, i);
    }
    return name(beside);
  }

  private static Path beside(Path place, int number) {
    return place.resolveSibling(name(place) + ".yours" + (number == 1 ? "" : "-" + number));
  }

  private void putIn(FileSwap swap, Path place) throws IOException {
    Path fresh = fresh(staging, swap.path());
    if (!Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)) {
      keep(swap, "it was deleted after the plan had written it");
      return;
    }
    Files.createDirectories(DurableFiles.parent(place));
    steps.reached(ApplyStep.FOLDERS_CHECKED);
    if (!linkTo(fresh, place)) {
      keep(swap, "something was put there while the plan was being applied");
    } else if (isInPlace(swap, place, fresh)) {
      Files.delete(fresh);
      steps.reached(ApplyStep.FILE_PUT_IN);
    } else {
      takeFromElsewhere(place, fresh);
      keep(swap, "one of its folders has become something else");
    }
  }

  /** Whether the new file is where it belongs, by a way on which there is no link. */
  private boolean isInPlace(FileSwap swap, Path place, Path fresh) throws IOException {
    try (OpenDirectory top = OpenDirectory.open(root);
        OpenDirectory folder = top.descend(foldersOf(swap))) {
      BasicFileAttributes there = folder.look(name(place)).orElse(null);
      return there != null
          && (there.isSymbolicLink() || Objects.equals(there.fileKey(), keyOf(fresh)));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  private static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /**
   * A link that was swapped in has led the new file out of the resource: it does not stay there.
   */
  private static void takeFromElsewhere(Path place, Path fresh) throws IOException {
    if (Objects.equals(keyOf(place), keyOf(fresh))) {
      Files.delete(place);
    }
  }

  private static List<String> foldersOf(FileSwap swap) {
    List<String> names = List.of(swap.path().split("/", -1));
    return names.subList(0, names.size() - 1);
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /** Gives a file this name instead of its own if nothing has it; false if something has. */
  private static boolean bringTo(Path from, Path place) throws IOException {
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

  /** Like git, leaves no folder empty that a removal has emptied. */
  private void clearAfterRemoval(FileSwap swap, Path place) throws IOException {
    if (swap.after() != null) {
      return;
    }
    for (Path folder = DurableFiles.parent(place);
        !folder.equals(root)
            && folder.startsWith(root)
            && (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                || Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS));
        folder = DurableFiles.parent(folder)) {
      try {
        Files.deleteIfExists(folder);
        folders.add(DurableFiles.parent(folder));
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }

  /** Whether what is there of the folders above a path are folders, and no links to some. */
  private boolean foldersAreReal(Path place) {
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

  private void keep(FileSwap swap, String why) {
    FileState after = swap.after();
    kept.add(
        new LocalConflict(
            resource,
            swap.path(),
            "%s; left unchanged, the plan would have %s it"
                .formatted(why, after == null ? "deleted" : "written")));
  }
}
