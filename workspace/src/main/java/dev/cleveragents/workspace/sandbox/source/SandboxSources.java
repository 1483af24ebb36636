package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Files;
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

  /** Reports all problems and notes about a resource; changes nothing. */
  public ResourceFindings inspect(Resource resource, CancellationToken token)
      throws InterruptedException {
    return withOurs(
        resource, ResourceInspection.of(resource.type(), git(resource.location()), token));
  }

  /** The problems alone, without looking for submodules and new files. */
  public ResourceFindings problems(Resource resource, CancellationToken token)
      throws InterruptedException {
    return withOurs(
        resource, ResourceInspection.problems(resource.type(), git(resource.location()), token));
  }

  /** A plain directory is copied with all that is in it, and whatever is in it is applied. */
  private ResourceFindings withOurs(Resource resource, ResourceFindings findings) {
    Path home = PrivateDirectory.parent(sandboxes);
    try {
      if (resource.type() == ResourceType.GIT_CHECKOUT
          || !Files.isDirectory(home)
          || !home.toRealPath().startsWith(resource.location().toRealPath())) {
        return findings;
      }
    } catch (IOException e) {
      return findings;
    }
    return findings.with(
        "%s holds %s, where CleverAgents keeps keys and its database, and a plan would copy them; name a folder without it, or move it and set CLEVERAGENTS_HOME"
            .formatted(resource.location(), home));
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
