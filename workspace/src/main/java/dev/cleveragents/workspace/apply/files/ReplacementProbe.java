package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.exec.confine.MountPoints;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the files that the system will not let be replaced, before anything is changed.
 *
 * <p>Each is renamed onto a folder with something in it, which fails for every file and every
 * folder. The system checks first whether the file may leave its place at all: it may if the rename
 * fails for the same reason as that of a file of ours.
 */
public final class ReplacementProbe {

  private final Name resource;
  private final Path root;
  private final Path staging;

  public ReplacementProbe(Name resource, Path root, Path staging) {
    this.resource = resource;
    this.root = root;
    this.staging = staging;
  }

  /** Refuses the swaps if one of them is not possible. */
  public void require(List<FileSwap> swaps) throws IOException, ApplyRefusal {
    Path probe = staging.resolve("probe");
    Files.createDirectories(probe.resolve("in-it"));
    Path ours = Files.createFile(staging.resolve("probe-file"));
    Optional<String> usual = refusal(ours, probe);
    List<String> mounts = MountPoints.under(root.toRealPath()).below();
    List<String> found = new ArrayList<>();
    for (FileSwap swap : swaps) {
      Path place = root.toRealPath().resolve(swap.path());
      Optional<String> mount =
          mounts.stream().filter(it -> (place + "/").startsWith(it + "/")).findFirst();
      if (mount.isPresent()) {
        found.add(
            "%s is a mount point, and the plan changes %s; run 'umount %s'"
                .formatted(mount.get(), swap.path(), mount.get()));
      } else if (swap.before() != null) {
        Optional<String> refusal = refusal(place, probe);
        if (!refusal.equals(usual)) {
          refusal.ifPresent(why -> found.add(UnreplaceableException.message(place, why)));
        }
      }
    }
    Files.delete(ours);
    Files.delete(probe.resolve("in-it"));
    Files.delete(probe);
    if (!found.isEmpty()) {
      throw new ApplyRefusal(resource, String.join("; ", found));
    }
  }

  /** Why a file cannot be renamed to that; empty if it is gone. */
  private static Optional<String> refusal(Path file, Path probe) throws IOException {
    try {
      Files.move(file, probe, StandardCopyOption.ATOMIC_MOVE);
      throw new IOException("%s was renamed onto the folder %s".formatted(file, probe));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (FileSystemException e) {
      return Optional.of(UnreplaceableException.reason(e));
    }
  }
}
