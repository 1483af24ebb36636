package dev.cleveragents.runtime;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The permissions of an installation's files: only their owner may read goals, commands and file
 * contents. New files are created so (see {@link dev.cleveragents.store.machine.OwnerOnlyFiles});
 * files of older versions, or with permissions that the user widened, are repaired here whenever
 * the installation is opened. Files below a private folder are unreachable for other users and are
 * not checked. The target of a symbolic link is reported and left as it is.
 *
 * @param findings the paths that other users could read; empty if there were none
 */
public record InstallationFiles(List<Finding> findings) {

  private static final int STICKY = 01000;

  /** The end of the name of a file that a restore has replaced. */
  private static final String REPLACED = Pattern.quote(Backup.REPLACED) + "[0-9]+";

  /** The names of our files and folders in the home folder, without those of the store. */
  private static final Pattern OWN =
      Pattern.compile("config\\.toml(%s)?|audit|context|sandboxes(-checked)?".formatted(REPLACED));

  /** What a home may hold before it is used. */
  private static final Pattern OF_HOME =
      Pattern.compile(OWN + "|cleveragents.*|(keys|models)\\.toml|prompts|recordings|temporary");

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
   * Refuses a home that others may read and that holds nothing of ours but other files: as a home
   * it would be closed to others, which must not happen to a folder of the system or of a project.
   *
   * @param home need not exist
   */
  static void requireHome(Path home) {
    List<Path> all =
        Files.isDirectory(home) ? in(home, Pattern.compile(".*", Pattern.DOTALL)) : List.of();
    if (!all.isEmpty()
        && all.stream().noneMatch(it -> OF_HOME.matcher(it.getFileName().toString()).matches())
        && isOpen(home)) {
      throw OperationException.invalid(
          "%s cannot be the home of CleverAgents: it holds other files, and only you could read them afterwards. Name an empty or a new folder (--data-dir, CLEVERAGENTS_HOME)"
              .formatted(home));
    }
  }

  private static boolean isOpen(Path folder) {
    try {
      return !OF_OWNER.containsAll(Files.getPosixFilePermissions(folder));
    } catch (IOException e) {
      return false;
    }
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
      paths.addAll(in(home, OWN));
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

  /** The database, its logs, its locks and the files that a restore has replaced. */
  private static List<Path> storeFiles(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String name = Pattern.quote(String.valueOf(file.getFileName()));
    return folder == null
        ? List.of()
        : in(
            folder,
            Pattern.compile(
                "%s((%s)?(-wal|-shm|-journal)?|\\.open|\\.migrating)".formatted(name, REPLACED)));
  }

  private static List<Path> in(Path folder, Pattern names) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(it -> names.matcher(String.valueOf(it.getFileName())).matches()).toList();
    } catch (IOException e) {
      // The folder itself is a finding if it is ours; a missing one is created later.
      return List.of();
    }
  }

  /** Changes the file by its name: opening and closing a database would release its locks. */
  private static Optional<Finding> restrict(Path path) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path);
    if (OF_OWNER.containsAll(rights)) {
      return Optional.empty();
    }
    PosixFileAttributes own =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (own.isSymbolicLink()) {
      return Optional.of(
          new Finding(path, "it is a symbolic link; restrict the permissions of its target"));
    }
    if (own.isDirectory() && isShared(path)) {
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
