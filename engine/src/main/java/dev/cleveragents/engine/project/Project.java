package dev.cleveragents.engine.project;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;

/**
 * A named group of resources.
 *
 * @param resources in the order of linking
 */
public record Project(Name name, List<Resource> resources, ProjectSettings settings) {

  public Project {
    resources = List.copyOf(resources);
  }
}
