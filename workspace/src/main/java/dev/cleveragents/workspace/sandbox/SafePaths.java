package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Turns paths that an actor names into files of a sandbox, and refuses those that are none:
 * absolute ones, ones that lead out of it, by {@code ..} or through a link, ones into a
 * repository's own files or into a submodule. A path that it accepts is safe only as long as no
 * process changes a link meanwhile; {@link SandboxFiles} sees to that.
 */
final class SafePaths {

  private static final int LONGEST = 4000;

  /** The characters that a file system of macOS ignores in names. */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]");

  private final Path root;
  private final List<String> submodules;

  /**
   * @param root the sandbox's files, with no link in the path
   * @param submodules paths below it that are not its own
   */
  SafePaths(Path root, List<String> submodules) {
    this.root = root;
    this.submodules = List.copyOf(submodules);
  }

  /**
   * The file that a path names.
   *
   * @throws OperationException if it is refused; says why
   */
  Path resolve(String path) {
    refuseIf(path.isEmpty(), path, "it is empty");
    refuseIf(path.length() > LONGEST, path, "it has more than %d characters".formatted(LONGEST));
    refuseIf(path.indexOf('\0') >= 0, path, "it has a NUL character");
    refuseIf(path.startsWith("/") || path.matches("[A-Za-z]:[\\\\/].*"), path, "it is absolute");
    List<String> parts = List.of(path.split("/", -1));
    for (String part : parts) {
      refuseIf(part.isEmpty(), path, "it has an empty part");
      refuseIf(part.equals(".") || part.equals(".."), path, "it has a part '" + part + "'");
      for (String piece : part.split("\\\\", -1)) {
        refuseIf(isRepository(piece), path, "it leads into a repository's own files");
        refuseIf(piece.equals(".."), path, "it has a part '" + part + "'");
      }
    }
    refuseSubmodules(path, path);
    Path file = inRoot(path);
    refuseElsewhere(real(nearest(file), path), path);
    return file;
  }

  /**
   * The folder of the file that a path names, by the way on which there is no link; what is missing
   * of it is named as it would be.
   *
   * @throws OperationException as {@link #resolve}
   */
  Path folderOf(String path) {
    Path folder = PrivateDirectory.parent(resolve(path));
    Path there = nearest(folder);
    Path real = real(there, path);
    // Looked at again: what was there a moment ago may be another thing now.
    refuseElsewhere(real, path);
    return real.resolve(there.relativize(folder)).normalize();
  }

  private void refuseElsewhere(Path real, String path) {
    refuseIf(!real.startsWith(root), path, "a link on the way leads out of the sandbox");
    if (!real.equals(root)) {
      Path inside = root.relativize(real);
      for (Path part : inside) {
        refuseIf(isRepository(part.toString()), path, "a link on the way leads out of the sandbox");
      }
      refuseSubmodules(inside.toString(), path);
    }
  }

  private void refuseSubmodules(String place, String path) {
    for (String submodule : submodules) {
      refuseIf(
          place.equals(submodule) || place.startsWith(submodule + "/"),
          path,
          "it is in the submodule '%s', which is read-only; add that as a resource of its own"
              .formatted(submodule));
    }
  }

  private Path inRoot(String path) {
    try {
      return root.resolve(path);
    } catch (InvalidPathException e) {
      throw refused(path, "no file on this machine can have that name");
    }
  }

  /**
   * Also what other file systems take for the same: other case, dots or spaces at the end, a short
   * name, a stream of it, invisible characters.
   */
  private static boolean isRepository(String part) {
    String plain =
        UNSEEN.matcher(part).replaceAll("").toLowerCase(Locale.ROOT).replaceAll("[. ]+$", "");
    return plain.equals(".git")
        || plain.equals("git~1")
        || plain.startsWith(".git:")
        || plain.startsWith("git~1:");
  }

  /** The path itself if something is there, or what is there on the way to it. */
  private Path nearest(Path path) {
    Path there = path;
    while (!there.equals(root) && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = PrivateDirectory.parent(there);
    }
    return there;
  }

  private static Path real(Path there, String path) {
    try {
      return there.toRealPath();
    } catch (IOException e) {
      // A link to nothing: a write would make a file who knows where.
      throw refused(path, "a link on the way leads out of the sandbox");
    }
  }

  private static void refuseIf(boolean wrong, String path, String why) {
    if (wrong) {
      throw refused(path, why);
    }
  }

  private static OperationException refused(String path, String why) {
    String shown = path.length() > 200 ? path.substring(0, 200) + "…" : path;
    return new OperationException(
        OperationException.Kind.INVALID,
        "The path '%s' was refused: %s".formatted(shown.replace('\0', '?'), why),
        "Name files relative to the project, such as src/Main.java",
        null);
  }
}
