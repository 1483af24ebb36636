package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the mount points at and below a directory, so that a deletion can stop at them.
 *
 * <ul>
 *   <li>On Linux the kernel's list of mounts is read at every call: a bind mount of the same file
 *       system has the same device number as its surroundings, so comparing these does not find it.
 *   <li>On other systems only a directory of another device is found.
 *   <li>Names are compared as bytes: neither a locale nor a name that is not UTF-8 hides a mount.
 * </ul>
 */
public final class MountPoints {

  private static final Path TABLE = Path.of("/proc/self/mountinfo");

  private final Path root;
  private final String rootBytes;

  private MountPoints(Path root, String rootBytes) {
    this.root = root;
    this.rootBytes = rootBytes;
  }

  /**
   * Those at or below a directory.
   *
   * @param root an existing file or directory; no part of the path but the last may be a link
   */
  public static MountPoints under(Path root) {
    return new MountPoints(root, bytes(root));
  }

  /**
   * The first mount point that is found. On Linux anywhere at or below the root, elsewhere only
   * {@code current} itself.
   *
   * @param current the root or a directory below it
   */
  public Optional<String> find(Path current) throws IOException {
    if (!Files.exists(TABLE)) {
      Path above = root.getParent();
      boolean same = above == null || device(above).equals(device(current));
      return same ? Optional.empty() : Optional.of(current.toString());
    }
    return points().filter(this::isInRoot).map(MountPoints::text).findFirst();
  }

  /** Finds all below the root but not at it; none on other systems than Linux. */
  public List<String> below() throws IOException {
    return Files.exists(TABLE)
        ? points()
            .filter(point -> isInRoot(point) && !point.equals(rootBytes))
            .map(MountPoints::text)
            .toList()
        : List.of();
  }

  private static Stream<String> points() throws IOException {
    return Files.readString(TABLE, StandardCharsets.ISO_8859_1)
        .lines()
        .map(line -> MountTable.plain(line.split(" ", 6)[4]));
  }

  private boolean isInRoot(String point) {
    return point.equals(rootBytes) || point.startsWith(rootBytes + "/");
  }

  private static String text(String point) {
    return new String(point.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static Object device(Path path) throws IOException {
    return path.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS)
        : Files.getFileStore(path);
  }

  /** The bytes of a path, one character each; its text would depend on the locale. */
  private static String bytes(Path path) {
    String escaped = path.toAbsolutePath().toUri().getRawPath();
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        plain.append((char) HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else {
        plain.append(escaped.charAt(i));
      }
    }
    int end = plain.length() - 1;
    return end > 0 && plain.charAt(end) == '/' ? plain.substring(0, end) : plain.toString();
  }
}
