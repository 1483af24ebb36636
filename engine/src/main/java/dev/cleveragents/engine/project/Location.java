package dev.cleveragents.engine.project;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at where resources are. Reads only; runs nothing. */
final class Location {

  private Location() {}

  /**
   * The one name of a directory, whatever links lead to it.
   *
   * @throws PlanException if it is not there, or is none
   */
  static Path real(Path path) {
    if (!Files.exists(path)) {
      throw PlanException.notFound(path + " is not there", null);
    }
    if (!Files.isDirectory(path)) {
      throw PlanException.invalid(path + " is no directory");
    }
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw PlanException.failed("%s cannot be looked at: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * Requires that a resource of this type can be there.
   *
   * @throws PlanException if not; it says what could be there instead
   */
  static void require(ResourceType type, Path directory) {
    if (type == ResourceType.FS_DIRECTORY || isWorkTree(directory)) {
      return;
    }
    Path top = workTree(directory).orElse(null);
    if (top != null) {
      throw refusal(
          "%s lies in the git work tree %s and is none itself".formatted(directory, top),
          "Add the whole work tree.",
          "agents resource add NAME %s".formatted(top));
    }
    requireNotBare(directory);
    throw refusal(
        directory + " is no git work tree",
        "Make it one, or add it with --type fs-directory.",
        "git init " + directory);
  }

  /** Refuses a repository that has no files. */
  static void requireNotBare(Path directory) {
    if (isBare(directory)) {
      throw refusal(
          directory + " is a bare git repository: it has no files to work on",
          "Clone it, and work on the clone.",
          "git clone " + directory);
    }
  }

  /** The git work tree that a folder lies in: the nearest folder above it, or itself. */
  static Optional<Path> workTree(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (isWorkTree(at)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** Linked work trees and submodules have a file of that name instead of a folder. */
  static boolean isWorkTree(Path directory) {
    return Files.exists(directory.resolve(".git"));
  }

  private static boolean isBare(Path directory) {
    return Files.isRegularFile(directory.resolve("HEAD"))
        && Files.isDirectory(directory.resolve("objects"))
        && Files.isDirectory(directory.resolve("refs"));
  }

  private static PlanException refusal(String message, String hint, @Nullable String command) {
    return new PlanException(Kind.INVALID, message, hint, command);
  }

  /**
   * Whether a change in one of them could be a change in the other. A git work tree inside another
   * is a repository of its own, which the outer one does not look into.
   */
  static boolean overlap(Resource one, Resource other) {
    Path a = one.location();
    Path b = other.location();
    boolean bothGit =
        one.type() == ResourceType.GIT_CHECKOUT && other.type() == ResourceType.GIT_CHECKOUT;
    return a.equals(b) || (!bothGit && (a.startsWith(b) || b.startsWith(a)));
  }
}
