package dev.cleveragents.engine.project;

import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the directories of resources. Reads only; runs no command. */
final class ResourceLocation {

  private ResourceLocation() {}

  /**
   * The real path of a directory, with links resolved.
   *
   * @throws OperationException if it does not exist or is not a directory
   */
  static Path real(Path path) {
    if (!Files.exists(path)) {
      throw OperationException.notFound(path + " does not exist", null);
    }
    if (!Files.isDirectory(path)) {
      throw OperationException.invalid(path + " is not a directory");
    }
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw OperationException.failed("Cannot read %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * Requires that the directory can be a resource of this type.
   *
   * @throws OperationException if it cannot; the hint says what to add instead
   */
  static void require(ResourceType type, Path directory) {
    if (type == ResourceType.FS_DIRECTORY || isWorkTree(directory)) {
      return;
    }
    Path top = workTree(directory).orElse(null);
    if (top != null) {
      throw refusal(
          "%s is inside the git work tree %s, but is not a work tree itself"
              .formatted(directory, top),
          "Add the whole work tree",
          NextAction.of(Verb.ADD_RESOURCE, top));
    }
    requireNotBare(directory);
    throw refusal(
        directory + " is not a git work tree",
        "Run git init there, or add it with --type fs-directory",
        NextAction.of(Verb.INIT_REPOSITORY, directory));
  }

  /** Refuses a bare repository. */
  static void requireNotBare(Path directory) {
    if (isBare(directory)) {
      throw refusal(
          directory + " is a bare git repository: it has no files to work on",
          "Clone it, and add the clone",
          NextAction.of(Verb.CLONE_REPOSITORY, directory));
    }
  }

  /** The innermost git work tree that contains a folder, or is the folder itself. */
  static Optional<Path> workTree(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (isWorkTree(at)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** Whether it is a work tree; linked work trees and submodules have a file named .git. */
  static boolean isWorkTree(Path directory) {
    return Files.exists(directory.resolve(".git"));
  }

  private static boolean isBare(Path directory) {
    return Files.isRegularFile(directory.resolve("HEAD"))
        && Files.isDirectory(directory.resolve("objects"))
        && Files.isDirectory(directory.resolve("refs"));
  }

  private static OperationException refusal(
      String message, String hint, @Nullable NextAction next) {
    return new OperationException(Kind.INVALID, message, hint, next);
  }

  /**
   * Whether a change in one resource could be a change in the other. A git work tree inside another
   * does not overlap with it, because the outer repository does not track its files.
   */
  static boolean overlap(Resource one, Resource other) {
    Path a = one.location();
    Path b = other.location();
    boolean bothGit =
        one.type() == ResourceType.GIT_CHECKOUT && other.type() == ResourceType.GIT_CHECKOUT;
    return a.equals(b) || (!bothGit && (a.startsWith(b) || b.startsWith(a)));
  }
}
