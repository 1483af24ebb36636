package dev.cleveragents.runtime;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The permissions of an installation's files: only their owner may read goals, commands and file
 * contents. New files are created so (see {@link dev.cleveragents.store.machine.OwnerOnlyFiles});
 * files of older versions, or with permissions that the user widened, are repaired here whenever
 * the installation is opened. Files below a private folder are unreachable for other users and are
 * not checked.
 *
 * @param findings the paths that other users could read; empty if there were none
 */
public record InstallationFiles(List<Finding> findings) {

  private static final int STICKY = 01000;

  /** The prefixes of our files and folders; the store's follow from its address. */
  private static final List<String> OWN = List.of("config.toml", "context", "sandboxes");

  private static final Set<PosixFilePermission> OF_OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /** Takes a copy. */
  public InstallationFiles {
    findings = List.copyOf(findings);
  }

  /** The result of the check. */
  public enum State {
    OK,
    REPAIRED,
    CANNOT
  }

  /**
   * A path that other users could read.
   *
   * @param why the reason why they still can, or null if it was repaired
   */
  public record Finding(Path path, @Nullable String why) {}

  /** The worst of the findings. */
  public State state() {
    if (findings.stream().anyMatch(it -> it.why() != null)) {
      return State.CANNOT;
    }
    return findings.isEmpty() ? State.OK : State.REPAIRED;
  }

  /**
   * Removes other users' permissions on the home folder, on our files and folders in it, and on the
   * files of the store. Never fails: a path that cannot be repaired is a finding.
   *
   * @param home need not exist
   * @param store the file of the store, unless it is on a server
   */
  public static InstallationFiles secure(Path home, Optional<Path> store) {
    Set<Path> paths = new TreeSet<>();
    if (Files.isDirectory(home)) {
      paths.add(home);
      OWN.forEach(name -> paths.addAll(in(home, name)));
    }
    store.ifPresent(file -> paths.addAll(storeFiles(file)));
    List<Finding> findings = new ArrayList<>();
    for (Path path : paths) {
      try {
        restrict(path).ifPresent(findings::add);
      } catch (NoSuchFileException e) {
        // Another process has just removed it, as SQLite does with the log of a closed database.
      } catch (AccessDeniedException e) {
        findings.add(new Finding(path, "permission denied"));
      } catch (IOException e) {
        findings.add(new Finding(path, String.valueOf(e.getMessage())));
      }
    }
    return new InstallationFiles(findings);
  }

  /** The database, its log, its locks and the files that a restore has replaced. */
  private static List<Path> storeFiles(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? List.of() : in(folder, String.valueOf(file.getFileName()));
  }

  private static List<Path> in(Path folder, String prefix) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(it -> String.valueOf(it.getFileName()).startsWith(prefix)).toList();
    } catch (IOException e) {
      // The folder itself is a finding if it is ours; a missing one is created later.
      return List.of();
    }
  }

  private static Optional<Finding> restrict(Path path) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path);
    if (OF_OWNER.containsAll(rights)) {
      return Optional.empty();
    }
    if (Files.isDirectory(path) && isShared(path)) {
      return Optional.of(
          new Finding(path, "it is a shared folder (sticky bit); use one of your own"));
    }
    rights.retainAll(OF_OWNER);
    Files.setPosixFilePermissions(path, rights);
    boolean kept = OF_OWNER.containsAll(Files.getPosixFilePermissions(path));
    return Optional.of(new Finding(path, kept ? null : "its file system keeps no permissions"));
  }

  /** A folder such as /tmp: taking the rights of others from it would break their programs. */
  private static boolean isShared(Path folder) throws IOException {
    Object mode = Files.getAttribute(folder, "unix:mode");
    return mode instanceof Integer bits && (bits & STICKY) != 0;
  }
}
