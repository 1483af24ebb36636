package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.sandbox.NamePlate;
import dev.cleveragents.engine.sandbox.Remains;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Directories of sandboxes that no row of this store names: made by somebody on another store with
 * the same home, or before a backup was restored. Goes by what they say about themselves; one that
 * says nothing, or whose maker may live, stays.
 */
record StrayFolders(SandboxInventory sandboxes, PlanService plans) implements Hunt {

  /** Where the contents of plain directories are kept, beside the sandboxes. */
  static final String DIRECTORIES = "directories";

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    Set<Path> known =
        sandboxes.all().stream().map(SandboxRecord::directory).collect(Collectors.toSet());
    List<Found> all = new ArrayList<>();
    for (Path plan : foldersIn(sandboxes.directory())) {
      if (plan.endsWith(DIRECTORIES)) {
        continue;
      }
      List<Path> inside = foldersIn(plan);
      for (Path folder : inside) {
        if (!known.contains(folder)
            && !folder.getFileName().toString().startsWith(SandboxInventory.REMOVING)) {
          all.add(found(folder, token));
        }
      }
      if (inside.isEmpty() && isOver(plan)) {
        all.add(
            new Found(
                Stray.clearable(
                    Stray.Kind.FOLDER, plan.toString(), "it is empty, and its plan has ended"),
                _ -> Files.deleteIfExists(plan)));
      }
    }
    return all;
  }

  static List<Path> foldersIn(Path folder) {
    return inside(folder, Files::isDirectory);
  }

  /** What is in a folder; nothing if there is none, or none any more: others clear, too. */
  static List<Path> inside(Path folder, DirectoryStream.Filter<Path> wanted) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, wanted)) {
      inside.forEach(found::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw PlanException.failed("%s cannot be read: %s".formatted(folder, e), e);
    }
    return found;
  }

  private boolean isOver(Path plan) {
    try {
      return plans
          .get(PlanId.parse(plan.getFileName().toString()))
          .filter(it -> it.standing().state().isTerminal())
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Found found(Path folder, CancellationToken token) throws InterruptedException {
    Optional<NamePlate> plate = NamePlate.of(folder);
    if (plate.isEmpty()) {
      return kept(folder, "this store does not know it, and it does not say whose it is");
    }
    if (!plate.get().maker().isGone()) {
      return kept(folder, "this store does not know it, and the process that made it may live");
    }
    Remains remains = sandboxes.remains(plate.get().record());
    try {
      if (remains.changes(token).isEmpty() && remains.ownRefs(token).isEmpty()) {
        return new Found(
            Stray.clearable(
                Stray.Kind.FOLDER,
                folder.toString(),
                "this store does not know it, its maker is gone, and it is as it began"),
            _ -> sandboxes.discard(plate.get()));
      }
    } catch (PlanException | GitException e) {
      return kept(folder, "this store does not know it; " + e.getMessage());
    }
    return Found.kept(
        Stray.kept(
            Stray.Kind.FOLDER,
            folder.toString(),
            "this store does not know it, and there is work in it",
            "agents sandbox export " + folder));
  }

  private static Found kept(Path folder, String why) {
    return Found.kept(Stray.kept(Stray.Kind.FOLDER, folder.toString(), why, null));
  }
}
