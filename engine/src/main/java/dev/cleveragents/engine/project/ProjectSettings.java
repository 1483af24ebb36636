package dev.cleveragents.engine.project;

import dev.cleveragents.engine.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every plan on a project.
 *
 * @param invariants rules in words
 * @param validations the names of checks that its plans must pass
 * @param profile its automation profile, or null to leave that to the command
 */
public record ProjectSettings(
    List<String> invariants, List<Name> validations, @Nullable Name profile) {

  /** Nothing of its own. */
  public static final ProjectSettings NONE = new ProjectSettings(List.of(), List.of(), null);

  public ProjectSettings {
    invariants = List.copyOf(invariants);
    validations = List.copyOf(validations);
  }
}
