package dev.cleveragents.workspace.resource;

import dev.cleveragents.workspace.OperationException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The type of a resource, which decides how it is copied and how results reach it. */
public enum ResourceType {
  /** The work tree of a git repository. */
  GIT_CHECKOUT("git-checkout"),
  /** A directory as it is, without git. */
  FS_DIRECTORY("fs-directory");

  private final String id;

  ResourceType(String id) {
    this.id = id;
  }

  /** As people write it, and as it is stored. */
  public String id() {
    return id;
  }

  /**
   * The type that people write so.
   *
   * @throws OperationException if there is none; the message names those there are
   */
  public static ResourceType of(String id) {
    return Arrays.stream(values())
        .filter(type -> type.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                OperationException.invalid(
                    "There is no resource type '%s'; there are %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(ResourceType::id)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return id;
  }
}
