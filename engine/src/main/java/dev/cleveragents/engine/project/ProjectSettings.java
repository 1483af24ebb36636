package dev.cleveragents.engine.project;

import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for every plan of a project.
 *
 * @param invariants rules in words
 * @param validations the names of checks that its plans must pass
 * @param profile its automation profile; null leaves it to the command
 */
public record ProjectSettings(
    List<String> invariants, List<Name> validations, @Nullable Name profile) {

  /** No settings. */
  public static final ProjectSettings NONE = new ProjectSettings(List.of(), List.of(), null);

  public ProjectSettings {
    invariants = List.copyOf(invariants);
    validations = List.copyOf(validations);
  }
}
