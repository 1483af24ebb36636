package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the repositories that sandboxes borrow from.
 *
 * @param sandboxes the directory below which we keep those of plain directories
 */
record Sources(CommandRunner runner, Path sandboxes) {

  Source of(Resource resource) {
    Git git = git(resource.location());
    return resource.type() == ResourceType.GIT_CHECKOUT
        ? new Checkout(git)
        : Snapshot.of(
            git,
            sandboxes.resolve("directories").resolve(fileName(resource) + ".git"),
            resource.location());
  }

  Git git(Path directory) {
    return new Git(runner, directory);
  }

  static String fileName(Resource resource) {
    return resource.name().namespace() + "." + resource.name().local();
  }

  /** Refuses work trees that share a repository: a plan has one name for its result in each. */
  void requireApart(List<Resource> resources, CancellationToken token) throws InterruptedException {
    Map<Path, Resource> byRepository = new HashMap<>();
    for (Resource resource : resources) {
      if (of(resource) instanceof Checkout checkout) {
        Resource other = byRepository.putIfAbsent(checkout.place("objects", token), resource);
        if (other != null) {
          throw PlanException.invalid(
              "%s and %s are work trees of one repository; give each a plan of its own"
                  .formatted(other.name().forPeople(), resource.name().forPeople()));
        }
      }
    }
  }
}
