package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Pipes and devices in the place of files whose rules git reads wherever it goes. Git waits until a
 * pipe has a writer, which may be never. They are looked for only when git takes unusually long.
 *
 * @param files of the sandbox
 * @param paths of the pipes and devices
 */
record UnreadableRules(Path files, List<Path> paths) {

  private static final Set<String> NAMES = Set.of(".gitignore", ".gitattributes", ".gitmodules");
  private static final Path REPOSITORY = Path.of(".git");

  static UnreadableRules in(Path files) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          files,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return REPOSITORY.equals(folder.getFileName())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isOther() && NAMES.contains(file.getFileName().toString())) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw OperationException.failed("%s cannot be read: %s".formatted(files, e), e);
    }
    return new UnreadableRules(files, List.copyOf(found));
  }

  /** Fails if there are any. */
  void refuse() {
    if (!paths.isEmpty()) {
      throw new OperationException(
          OperationException.Kind.INVALID,
          "%s is a pipe or a device, and git reads its rules from a file of that name"
              .formatted(files.relativize(paths.getFirst())),
          "Remove it, or have the command write a file",
          null);
    }
  }

  /** Removes them. */
  void remove() {
    try {
      for (Path path : paths) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw OperationException.failed("The sandbox cannot be restored: " + e.getMessage(), e);
    }
  }
}
