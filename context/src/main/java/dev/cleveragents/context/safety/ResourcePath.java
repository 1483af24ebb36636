package dev.cleveragents.context.safety;

import java.io.IOException;
import java.nio.file.Path;

/** Paths relative to a resource, with forward slashes, that lead nowhere else. */
public final class ResourcePath {

  private static final int LONGEST = 4096;

  private ResourcePath() {}

  /**
   * Returns the path if it stays in its resource by its letters alone.
   *
   * @throws IllegalArgumentException for one that is empty, absolute, longer than 4,096 characters,
   *     or holds {@code .} or {@code ..} as a name, an empty name, a backslash or a NUL character
   */
  public static String check(String path) {
    if (path.isEmpty()) {
      throw refused(path, "it is empty");
    }
    if (path.length() > LONGEST) {
      throw refused(path.substring(0, 40) + "…", "it is longer than " + LONGEST + " characters");
    }
    if (path.indexOf('\0') >= 0) {
      throw refused(path.replace('\0', '?'), "it holds a NUL character");
    }
    if (path.indexOf('\\') >= 0) {
      throw refused(path, "it holds a backslash; folders are divided by '/'");
    }
    if (path.startsWith("/") || (path.length() > 1 && path.charAt(1) == ':' && isDrive(path))) {
      throw refused(path, "it is absolute");
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw refused(path, name.isEmpty() ? "it holds an empty name" : "it holds '" + name + "'");
      }
    }
    return path;
  }

  private static boolean isDrive(String path) {
    return Character.isLetter(path.charAt(0)) && (path.length() == 2 || path.charAt(2) == '/');
  }

  /**
   * Where the file really is, after symbolic links, which must be in the resource.
   *
   * @param root the resource's folder
   * @throws IllegalArgumentException for what {@link #check} refuses, and if a link leads out
   * @throws IOException if there is no such file, or it cannot be looked at
   */
  public static Path resolve(Path root, String path) throws IOException {
    Path realRoot = root.toRealPath();
    Path real = realRoot.resolve(check(path)).toRealPath();
    if (!real.startsWith(realRoot)) {
      throw refused(path, "a symbolic link leads out of the resource");
    }
    return real;
  }

  private static IllegalArgumentException refused(String path, String why) {
    return new IllegalArgumentException(
        "'%s' is no path of a resource: %s. Give a path relative to the resource's folder"
            .formatted(path, why));
  }
}
