package dev.cleveragents.workspace.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds git repositories in temporary folders that were there before a plan began: they are the
 * user's, and its commands must not write them. Those that its commands make are theirs.
 *
 * <ul>
 *   <li>Looks at three levels of folders and at a few thousand of them, and follows no link.
 *   <li>A repository is a folder with a {@code .git} in it, of any kind, or a bare one.
 * </ul>
 */
final class TemporaryRepositories {

  private static final Logger log = LoggerFactory.getLogger(TemporaryRepositories.class);

  private static final int LEVELS = 3;
  private static final int MOST_FOLDERS = 5_000;

  private final Instant begin;
  private final List<Path> ours;
  private final List<Path> found = new ArrayList<>();

  private TemporaryRepositories(Instant begin, List<Path> ours) {
    this.begin = begin;
    this.ours = ours;
  }

  /**
   * The repositories below some folders.
   *
   * @param begin those that are younger do not count
   * @param ours folders that are not looked into
   */
  static List<Path> below(List<Path> folders, Instant begin, List<Path> ours) {
    TemporaryRepositories search = new TemporaryRepositories(begin, ours);
    folders.stream().map(Path::normalize).distinct().forEach(search::look);
    return search.found.stream().distinct().toList();
  }

  private record Folder(Path path, int level) {}

  /** The nearest come first, so that a bound on the number cuts off the deepest. */
  private void look(Path root) {
    Deque<Folder> open = new ArrayDeque<>(List.of(new Folder(root, 0)));
    int left = MOST_FOLDERS;
    while (!open.isEmpty() && left-- > 0) {
      Folder folder = open.removeFirst();
      try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder.path(), this::isFolder)) {
        for (Path each : inside) {
          if (isRepository(each)) {
            found.add(each);
          } else if (folder.level() + 1 < LEVELS) {
            open.addLast(new Folder(each, folder.level() + 1));
          }
        }
      } catch (IOException | RuntimeException e) {
        log.debug("Cannot look for repositories in {}", folder.path(), e);
      }
    }
  }

  private boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && !ours.contains(path);
  }

  private boolean isRepository(Path folder) throws IOException {
    for (Path sign : Set.of(folder.resolve(".git"), folder.resolve("objects"))) {
      boolean bare = sign.endsWith("objects");
      if (Files.exists(sign, LinkOption.NOFOLLOW_LINKS)
          && (!bare || (isThere(folder, "HEAD") && isThere(folder, "refs")))) {
        return isOlder(sign);
      }
    }
    return false;
  }

  private static boolean isThere(Path folder, String name) {
    return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private boolean isOlder(Path sign) throws IOException {
    return Files.readAttributes(sign, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .creationTime()
        .toInstant()
        .isBefore(begin);
  }
}
