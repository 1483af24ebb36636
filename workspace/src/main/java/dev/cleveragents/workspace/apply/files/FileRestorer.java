package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes back what a {@link FileSwapper} has done, from the same staging folder: new files are moved
 * out, old ones are linked in where nothing is.
 *
 * <ul>
 *   <li>A new file that another process has changed since stays, and the old one is kept beside it.
 *   <li>A path that cannot be put back keeps no other from it.
 *   <li>May be stopped anywhere and run again; used by the holder of the journal.
 * </ul>
 */
public final class FileRestorer {

  private final Name resource;
  private final Path root;
  private final ResourceFiles files;
  private final Path staging;
  private final ApplyStep.Listener steps;
  private final List<LocalConflict> kept = new ArrayList<>();
  private final Set<Path> folders = new LinkedHashSet<>();
  private @Nullable UnreplaceableException failure;

  public FileRestorer(Name resource, Path root, Path staging, ApplyStep.Listener steps) {
    this.resource = resource;
    this.root = root;
    this.files = new ResourceFiles(root);
    this.staging = staging;
    this.steps = steps;
  }

  /**
   * Restores all; returns the paths that another process changed meanwhile.
   *
   * @throws UnreplaceableException if the system does not let a path be restored
   */
  public List<LocalConflict> restore(List<FileSwap> swaps) throws IOException {
    if (!FileSwapper.hasBegun(staging)) {
      return List.of();
    }
    Files.createDirectories(staging.resolve("new"));
    // New files first: one may stand where an old folder was.
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).before() == null) {
        restoreOrName(swaps, i);
      }
    }
    for (int i = 0; i < swaps.size(); i++) {
      if (swaps.get(i).before() != null) {
        restoreOrName(swaps, i);
      }
    }
    for (Path folder : folders) {
      DurableFiles.syncIfThere(folder);
    }
    if (failure != null) {
      throw failure;
    }
    return List.copyOf(kept);
  }

  private void restoreOrName(List<FileSwap> swaps, int index) {
    FileSwap swap = swaps.get(index);
    Path place = root.resolve(swap.path());
    folders.add(DurableFiles.parent(place));
    try {
      takeOut(swap, place, staging.resolve("new").resolve(Integer.toString(index)));
      Path old = FileSwapper.old(staging, index);
      if (Files.exists(old, LinkOption.NOFOLLOW_LINKS)) {
        clearFolderAt(place, swaps);
        putBack(swap, place, old);
      }
    } catch (IOException e) {
      if (failure == null) {
        failure = UnreplaceableException.whenRestoring(resource, place, e);
      }
    }
  }

  /** Moves a new file out if it is ours and still as we have made it. */
  private void takeOut(FileSwap swap, Path place, Path taken) throws IOException {
    if (swap.after() == null
        || !files.foldersAreReal(place)
        || !PathState.at(place).is(swap.after())
        || !wasPutIn(swap, place)) {
      return;
    }
    files.moveOut(swap.path(), taken);
    steps.reached(ApplyStep.FILE_TAKEN_OUT);
    if (!PathState.at(taken).is(swap.after()) && !ResourceFiles.bringTo(taken, place)) {
      kept.add(
          new LocalConflict(
              resource,
              swap.path(),
              "it was changed after the plan had replaced it; the change is in "
                  + ResourceFiles.bringBeside(taken, place)));
    }
    if (swap.before() == null) {
      files.clearAbove(place, folders);
    }
  }

  /**
   * A new file leaves the staging folder when it is put in; of a link there is a copy for a moment.
   */
  private boolean wasPutIn(FileSwap swap, Path place) throws IOException {
    if (Files.isSymbolicLink(place)) {
      return true;
    }
    Path fresh = FileSwapper.fresh(staging, swap.path());
    return !Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)
        || Objects.equals(ResourceFiles.keyOf(fresh), ResourceFiles.keyOf(place));
  }

  /** Removes the folder that was made where an old file was, if the new files in it are gone. */
  private void clearFolderAt(Path place, List<FileSwap> swaps) throws IOException {
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      for (FileSwap swap : swaps) {
        Path fresh = root.resolve(swap.path());
        if (fresh.startsWith(place) && !fresh.equals(place)) {
          files.clearAbove(fresh, folders);
        }
      }
    }
  }

  private void putBack(FileSwap swap, Path place, Path old) throws IOException {
    if (!files.foldersAreReal(place)) {
      throw new IOException("one of its folders is a file or a link");
    }
    Files.createDirectories(DurableFiles.parent(place));
    switch (files.linkIn(old, swap.path())) {
      case IN_PLACE -> {
        Files.delete(old);
        steps.reached(ApplyStep.FILE_PUT_IN);
      }
      case ELSEWHERE -> throw new IOException("one of its folders has become a link");
      case TAKEN -> {
        if (!PathState.at(place).equals(PathState.at(old))) {
          kept.add(
              new LocalConflict(
                  resource,
                  swap.path(),
                  "it was changed after the plan had replaced it, and stays so; its earlier version is in "
                      + ResourceFiles.bringBeside(old, place)));
        }
      }
    }
  }
}
