package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts new files where old ones stand, from a staging folder on the same file system. Old files are
 * moved out and looked at there, new ones are linked in, which never replaces anything: whatever
 * another process puts at a path meanwhile stays or is put back, and is reported. May be stopped
 * anywhere and run again, or taken back by {@link FileRestorer}; used by the holder of the journal.
 */
public final class FileSwapper {

  private static final String CHANGED = "it was changed while the plan was being applied";

  private final Name resource;
  private final Path root;
  private final ResourceFiles files;
  private final Path staging;
  private final ApplyStep.Listener steps;
  private final List<LocalConflict> kept = new ArrayList<>();
  private final Set<Path> folders = new LinkedHashSet<>();

  public FileSwapper(Name resource, Path root, Path staging, ApplyStep.Listener steps) {
    this.resource = resource;
    this.root = root;
    this.files = new ResourceFiles(root);
    this.staging = staging;
    this.steps = steps;
  }

  /** Where the new file for a path waits. */
  public static Path fresh(Path staging, String path) {
    return staging.resolve("files").resolve(path);
  }

  /** Where the old file of a swap is kept. */
  static Path old(Path staging, int index) {
    return staging.resolve("old").resolve(Integer.toString(index));
  }

  /** Whether anything may have been taken out or put in from there. */
  public static boolean hasBegun(Path staging) {
    return Files.exists(staging.resolve("old"));
  }

  /**
   * Swaps all; returns the paths that another process changed meanwhile and that were left so.
   *
   * @throws UnreplaceableException if the system does not let a path be replaced
   */
  public List<LocalConflict> swap(List<FileSwap> swaps) throws IOException {
    PrivateDirectory.create(staging);
    Files.createDirectories(staging.resolve("old"));
    // Removals first: a folder may become a file, or a file a folder.
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).after() == null) {
        swapOrName(swaps.get(i), old(staging, i));
      }
    }
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).after() != null) {
        swapOrName(swaps.get(i), old(staging, i));
      }
    }
    for (Path folder : folders) {
      DurableFiles.syncIfThere(folder);
    }
    return List.copyOf(kept);
  }

  private void swapOrName(FileSwap swap, Path old) throws IOException {
    try {
      swap(swap, old);
    } catch (IOException e) {
      throw UnreplaceableException.whenReplacing(resource, root.resolve(swap.path()), e);
    }
  }

  private void swap(FileSwap swap, Path old) throws IOException {
    Path place = root.resolve(swap.path());
    if (!files.foldersAreReal(place)) {
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
      if (!PathState.at(old).is(swap.before())) {
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

  /** Moves the old file out; false if it turned out to be another one, which is put back. */
  private boolean takeOut(FileSwap swap, Path old, Path place) throws IOException {
    steps.reached(ApplyStep.FOLDERS_CHECKED);
    try {
      files.moveOut(swap.path(), old);
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
    if (ResourceFiles.bringTo(old, place)) {
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
                .formatted(CHANGED, ResourceFiles.bringBeside(old, place))
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
                  .formatted(ResourceFiles.bringBeside(old, place))));
    }
  }

  /** Whether what was taken out is not what it was: then it is the user's, and must not go. */
  private static boolean wasWrittenTo(FileSwap swap, Path old) throws IOException {
    PathState taken = PathState.at(old);
    return !(taken instanceof PathState.Nothing) && !taken.is(swap.before());
  }

  private void putIn(FileSwap swap, Path place) throws IOException {
    Path fresh = fresh(staging, swap.path());
    if (!Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)) {
      keep(swap, "it was deleted after the plan had written it");
      return;
    }
    Files.createDirectories(DurableFiles.parent(place));
    steps.reached(ApplyStep.FOLDERS_CHECKED);
    switch (files.linkIn(fresh, swap.path())) {
      case IN_PLACE -> {
        Files.delete(fresh);
        steps.reached(ApplyStep.FILE_PUT_IN);
      }
      case TAKEN -> keep(swap, "something was put there while the plan was being applied");
      case ELSEWHERE -> keep(swap, "one of its folders has become something else");
    }
  }

  private void clearAfterRemoval(FileSwap swap, Path place) throws IOException {
    if (swap.after() == null) {
      files.clearAbove(place, folders);
    }
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
