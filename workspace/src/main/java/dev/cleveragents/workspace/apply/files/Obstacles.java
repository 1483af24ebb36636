package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what is in the way of new files, in a work tree or a directory: at the path, instead of one
 * of its folders, or below it. Files that the same apply removes are not in the way. Finds folders
 * that cannot be written too.
 */
public final class Obstacles {

  private final Name resource;
  private final Path root;
  private final Set<String> removed;
  private final List<LocalConflict> found = new ArrayList<>();

  /**
   * @param removed the paths that go away
   */
  public Obstacles(Name resource, Path root, Set<String> removed) {
    this.resource = resource;
    this.root = root;
    this.removed = removed;
  }

  public List<LocalConflict> found() {
    return List.copyOf(found);
  }

  /** Looks whether a file can be made at this path. */
  public void lookFor(String path) throws IOException {
    if (!foldersAreFree(path)) {
      return;
    }
    Path place = root.resolve(path);
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      lookBelow(path, place);
    } else if (Files.exists(place, LinkOption.NOFOLLOW_LINKS) && !removed.contains(path)) {
      found.add(
          new LocalConflict(
              resource,
              path,
              "you have an untracked file where the plan creates one; move it away"));
    }
  }

  /** Looks whether something can be changed in the folder of a path. */
  public void lookAtFolderOf(String path) {
    int end = path.length();
    Path folder;
    do {
      end = path.lastIndexOf('/', end - 1);
      folder = end < 0 ? root : root.resolve(path.substring(0, end));
    } while (end >= 0 && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS));
    if (Files.isDirectory(folder) && !(Files.isWritable(folder) && Files.isExecutable(folder))) {
      found.add(
          new LocalConflict(
              resource,
              "",
              "%s; the plan changes %s".formatted(WriteAdvice.unwritable(folder), path)));
    }
  }

  /** Looks whether all folders of a path are folders, or will be. */
  public boolean foldersAreFree(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      Path place = root.resolve(folder);
      if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
      if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
        if (removed.contains(folder)) {
          return true;
        }
        found.add(
            new LocalConflict(
                resource,
                folder,
                "you have %s where the plan needs a folder for %s; move it away"
                    .formatted(Files.isSymbolicLink(place) ? "a link" : "a file", path)));
        return false;
      }
    }
    return true;
  }

  /** A folder is where a file comes: this apply must remove everything in it. */
  private void lookBelow(String path, Path folder) throws IOException {
    Set<Path> leaving = new HashSet<>();
    removed.stream()
        .filter(it -> it.startsWith(path + "/"))
        .forEach(it -> leaving.add(root.resolve(it)));
    if (leaving.isEmpty()) {
      found.add(
          new LocalConflict(
              resource, path, "you have a folder where the plan creates a file; move it away"));
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
          .filter(it -> !leaving.contains(it))
          .forEach(
              it ->
                  found.add(
                      new LocalConflict(
                          resource,
                          root.relativize(it).toString(),
                          "you have a file in a folder that the plan replaces with the file %s; move it away"
                              .formatted(path))));
    }
  }
}
