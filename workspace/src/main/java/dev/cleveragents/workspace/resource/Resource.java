package dev.cleveragents.workspace.resource;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.Path;

/**
 * Something a plan may read or change.
 *
 * @param location where it is: an absolute path without detours
 */
public record Resource(Name name, ResourceType type, Path location, ResourceSettings settings) {

  public Resource {
    if (!location.isAbsolute()) {
      throw OperationException.invalid(
          "The location of the resource %s is not absolute: %s; give the whole path"
              .formatted(name.forPeople(), location));
    }
    location = location.normalize();
  }

  /** A resource with no settings of its own. */
  public static Resource of(Name name, ResourceType type, Path location) {
    return new Resource(name, type, location, ResourceSettings.NONE);
  }
}
