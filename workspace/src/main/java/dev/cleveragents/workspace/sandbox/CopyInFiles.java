package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Copies ignored files that work needs from a resource into a sandbox. Only files that no plan sees
 * are copied: anything else would look like a change.
 */
final class CopyInFiles {

  private final List<PathMatcher> wanted;

  CopyInFiles(List<String> globs) {
    this.wanted =
        globs.stream()
            .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + stripped(glob)))
            .toList();
  }

  private static String stripped(String glob) {
    return glob.endsWith("/") ? glob.substring(0, glob.length() - 1) : glob;
  }

  /**
   * Copies what is wanted of these files.
   *
   * @param unseen paths relative to the resource
   */
  void copy(Path from, List<String> unseen, SafePaths to) {
    for (String path : unseen) {
      if (isWanted(Path.of(path))) {
        copy(from.resolve(path), to.resolve(path));
      }
    }
  }

  /** A file is wanted if it, or a folder that it is in, is named. */
  private boolean isWanted(Path path) {
    for (int parts = path.getNameCount(); parts > 0; parts--) {
      Path part = path.subpath(0, parts);
      if (wanted.stream().anyMatch(matcher -> matcher.matches(part))) {
        return true;
      }
    }
    return false;
  }

  private static void copy(Path from, Path to) {
    try {
      if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      Files.createDirectories(PrivateDirectory.parent(to));
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // Gone since it was listed: the user works there.
      return;
    } catch (IOException e) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "%s cannot be copied into the sandbox: %s".formatted(from, e.getMessage()),
          "Check the file and the space on the disk, or take it out of the resource's settings",
          null,
          e);
    }
  }
}
