package dev.cleveragents.engine.project;

import dev.cleveragents.engine.Name;
import java.util.List;

/**
 * A name for what belongs together.
 *
 * @param resources in the order they were linked
 */
public record Project(Name name, List<Resource> resources, ProjectSettings settings) {

  public Project {
    resources = List.copyOf(resources);
  }
}
