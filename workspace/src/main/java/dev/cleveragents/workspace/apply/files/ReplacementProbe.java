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
    List<String> mounts = MountPoints.under(root.toRealPath()).below();
    List<String> found = new ArrayList<>();
    try (Trap trap = Trap.in(staging)) {
      for (FileSwap swap : swaps) {
        Path place = root.toRealPath().resolve(swap.path());
        Optional<String> mount =
            mounts.stream().filter(it -> (place + "/").startsWith(it + "/")).findFirst();
        if (mount.isPresent()) {
          found.add(
              "%s is a mount point, and the plan changes %s; run 'umount %s'"
                  .formatted(mount.get(), swap.path(), mount.get()));
        } else if (swap.before() != null) {
          trap.refusal(place).ifPresent(found::add);
        }
      }
    }
    if (!found.isEmpty()) {
      throw new ApplyRefusal(resource, String.join("; ", found));
    }
  }

  /** The folder that files are renamed onto, and the answer for a file of ours. */
  public static final class Trap implements AutoCloseable {

    private final Path folder;
    private final Path ours;
    private final Optional<String> usual;

    private Trap(Path folder, Path ours, Optional<String> usual) {
      this.folder = folder;
      this.ours = ours;
      this.usual = usual;
    }

    /**
     * Makes one.
     *
     * @param staging a folder of ours on the file system of the files to be looked at
     */
    public static Trap in(Path staging) throws IOException {
      Path folder = staging.resolve("probe");
      Files.createDirectories(folder.resolve("in-it"));
      Path ours = staging.resolve("probe-file");
      Files.write(ours, new byte[0]);
      return new Trap(folder, ours, onto(folder, ours));
    }

    /** Why a file cannot be replaced, in words for the user; empty if it can be, or is gone. */
    public Optional<String> refusal(Path file) throws IOException {
      Optional<String> refusal = onto(folder, file);
      return refusal.equals(usual)
          ? Optional.empty()
          : refusal.map(why -> UnreplaceableException.message(file, why));
    }

    private static Optional<String> onto(Path folder, Path file) throws IOException {
      try {
        Files.move(file, folder, StandardCopyOption.ATOMIC_MOVE);
        throw new IOException("%s was renamed onto the folder %s".formatted(file, folder));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      } catch (FileSystemException e) {
        return Optional.of(WriteAdvice.reason(e));
      }
    }

    @Override
    public void close() throws IOException {
      Files.delete(ours);
      Files.delete(folder.resolve("in-it"));
      Files.delete(folder);
    }
  }
}
