package dev.cleveragents.cli.command;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.Project;
import org.jspecify.annotations.Nullable;

/**
 * How far a plan may go: what the command says, else its action, else the project, else the
 * command's default.
 */
final class ChosenProfile {

  private ChosenProfile() {}

  static String of(
      @Nullable String asked, @Nullable Name ofAction, Project project, String otherwise) {
    if (asked != null) {
      return Name.of(asked).forPeople();
    }
    Name other = ofAction == null ? project.settings().profile() : ofAction;
    return other == null ? otherwise : other.forPeople();
  }
}
