package dev.cleveragents.workspace.apply.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a new file the owner, the group and the permissions of the file it replaces. An owner or a
 * group that this process may not give is left out.
 */
public final class OldAttributes {

  private OldAttributes() {}

  /**
   * Copies what a plan does not change.
   *
   * @param fresh the new file; whether its owner may run it stays
   * @param old the file it replaces; nothing happens if that is none
   */
  public static void copy(Path old, Path fresh) throws IOException {
    PosixFileAttributeView from = view(old);
    PosixFileAttributeView to = view(fresh);
    if (from == null
        || to == null
        || !Files.isRegularFile(old, LinkOption.NOFOLLOW_LINKS)
        || !Files.isRegularFile(fresh, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    PosixFileAttributes wanted = from.readAttributes();
    PosixFileAttributes made = to.readAttributes();
    if (!wanted.group().equals(made.group())) {
      ifPermitted(() -> to.setGroup(wanted.group()));
    }
    if (!wanted.owner().equals(made.owner())) {
      ifPermitted(() -> to.setOwner(wanted.owner()));
    }
    to.setPermissions(
        withExecution(
            wanted.permissions(), made.permissions().contains(PosixFilePermission.OWNER_EXECUTE)));
  }

  /** Who may read a file may run it where that is new. */
  static Set<PosixFilePermission> withExecution(
      Set<PosixFilePermission> permissions, boolean executable) {
    Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
    all.addAll(permissions);
    if (permissions.contains(PosixFilePermission.OWNER_EXECUTE) == executable) {
      return all;
    }
    all.removeAll(
        Set.of(
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_EXECUTE));
    if (executable) {
      all.add(PosixFilePermission.OWNER_EXECUTE);
      if (permissions.contains(PosixFilePermission.GROUP_READ)) {
        all.add(PosixFilePermission.GROUP_EXECUTE);
      }
      if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
        all.add(PosixFilePermission.OTHERS_EXECUTE);
      }
    }
    return all;
  }

  private interface Change {
    void make() throws IOException;
  }

  private static void ifPermitted(Change change) {
    try {
      change.make();
    } catch (IOException e) {
      // Only root gives files away, and a user only to the groups that the user is in.
    }
  }

  private static @Nullable PosixFileAttributeView view(Path file) {
    return Files.getFileAttributeView(
        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }
}
