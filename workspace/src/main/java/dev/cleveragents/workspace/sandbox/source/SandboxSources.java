package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the repositories that sandboxes borrow from.
 *
 * @param sandboxes the directory below which we keep those of plain directories
 */
public record SandboxSources(CommandRunner runner, Path sandboxes) {

  /** The folder for the contents of plain directories, beside those of the owners. */
  public static final String DIRECTORIES = "directories";

  public SandboxSource of(Resource resource) {
    Git git = git(resource.location());
    return resource.type() == ResourceType.GIT_CHECKOUT
        ? new CheckoutSource(git)
        : DirectorySource.of(
            git,
            sandboxes.resolve(DIRECTORIES).resolve(fileName(resource) + ".git"),
            resource.location());
  }

  public Git git(Path directory) {
    return new Git(runner, directory);
  }

  public static String fileName(Resource resource) {
    return resource.name().namespace() + "." + resource.name().local();
  }

  /** Refuses work trees that share a repository: a plan has one name for its result in each. */
  public void requireApart(List<Resource> resources, CancellationToken token)
      throws InterruptedException {
    if (resources.size() < 2) {
      return;
    }
    Map<Path, Resource> byRepository = new HashMap<>();
    for (Resource resource : resources) {
      if (of(resource) instanceof CheckoutSource checkout) {
        Resource other = byRepository.putIfAbsent(checkout.place("objects", token), resource);
        if (other != null) {
          throw OperationException.invalid(
              "%s and %s are work trees of one repository; give each a plan of its own"
                  .formatted(other.name().forPeople(), resource.name().forPeople()));
        }
      }
    }
  }
}
