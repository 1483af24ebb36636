package dev.cleveragents.context.project;

import dev.cleveragents.context.index.FolderTree;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The folders in which something changes when an index is to change: of a plain folder all that are
 * looked into; of a repository only those in which git notes that HEAD has moved, whatever happens
 * in the work tree.
 */
final class WatchedFolders {

  /** What a system usually lets one person watch is several times that. */
  static final int MOST = 8_000;

  private WatchedFolders() {}

  /** They; more than {@link #MOST} if there are. */
  static List<Path> of(ProjectContext project, CancellationToken token)
      throws IOException, InterruptedException {
    return project.isRepository()
        ? ofRepository(project.git(), token)
        : below(project.root().toRealPath(), FolderTree::looksInto);
  }

  private static List<Path> ofRepository(Git git, CancellationToken token)
      throws IOException, InterruptedException {
    Path own = Path.of(git.text(token, "rev-parse", "--absolute-git-dir"));
    Path common =
        Path.of(git.text(token, "rev-parse", "--path-format=absolute", "--git-common-dir"));
    List<Path> folders = new ArrayList<>(List.of(own));
    Path log = own.resolve("logs");
    if (Files.isDirectory(log)) {
      folders.add(log);
    }
    if (!common.equals(own)) {
      folders.add(common);
    }
    folders.addAll(below(common.resolve("refs").resolve("heads"), _ -> true));
    return folders;
  }

  private static List<Path> below(Path top, Predicate<String> looksInto) throws IOException {
    List<Path> folders = new ArrayList<>();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (!folder.equals(top) && !looksInto.test(String.valueOf(folder.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            folders.add(folder);
            return folders.size() > MOST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // Gone or not ours to read: nothing to watch.
          }
        });
    return folders;
  }
}
