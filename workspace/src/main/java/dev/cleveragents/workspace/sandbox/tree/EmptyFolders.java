package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folders of a plain directory with nothing in them, of which git keeps no book. They are in
 * the copy because commands may need them, and come back with a rollback; a plan neither makes nor
 * removes any.
 *
 * @param files of the sandbox
 * @param folders relative to it
 */
public record EmptyFolders(Path files, List<String> folders) {

  public EmptyFolders {
    folders = List.copyOf(folders);
  }

  public static EmptyFolders none(Path files) {
    return new EmptyFolders(files, List.of());
  }

  /** Those of a user's directory that are in none of these folders. */
  public static EmptyFolders of(Path user, List<String> protectedFolders, Path files) {
    List<String> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          user,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (protectedFolders.contains(folder.getFileName().toString())) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              String[] inside = folder.toFile().list();
              if (inside != null && inside.length == 0 && !folder.equals(user)) {
                found.add(user.relativize(folder).toString());
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw OperationException.failed(
          "%s cannot be looked at: %s".formatted(user, e.getMessage()), e);
    }
    return new EmptyFolders(files, found);
  }

  /** Makes those that are not there, unless something else is or a link leads there. */
  public void make() {
    for (String folder : folders) {
      Path place = files.resolve(folder);
      try {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS) && Submodules.leadsOverNoLink(place)) {
          Files.createDirectories(place);
        }
      } catch (IOException e) {
        throw OperationException.failed(
            "%s cannot be made: %s".formatted(place, e.getMessage()), e);
      }
    }
  }
}
