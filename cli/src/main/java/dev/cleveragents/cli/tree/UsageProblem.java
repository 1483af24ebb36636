package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.workspace.NameSuggestion;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes invalid arguments, and suggests what was probably meant. */
final class UsageProblem {

  private UsageProblem() {}

  static Problem of(ParameterException e) {
    CommandLine command = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(command, unmatched.getUnmatched().getFirst());
    }
    String message = Objects.requireNonNullElse(e.getMessage(), "The arguments are wrong.");
    return problem(
        message.endsWith(".") || message.endsWith("?") ? message : message + ".",
        null,
        helpFor(command));
  }

  /** A name that is not one of the known ones. */
  static Problem unknown(String message, String word, Collection<String> known, String help) {
    return problem(
        message,
        NameSuggestion.to(word, known).map(near -> "Did you mean '" + near + "'?").orElse(null),
        help);
  }

  private static Problem unmatched(CommandLine command, String word) {
    if (word.startsWith("-")) {
      return unknown(
          "'%s' has no option '%s'.".formatted(fullName(command), word),
          word,
          command.getCommandSpec().optionsMap().keySet(),
          helpFor(command));
    }
    if (command.getSubcommands().isEmpty()) {
      return problem(
          "'%s' takes no argument '%s'.".formatted(fullName(command), word),
          null,
          helpFor(command));
    }
    Collection<String> known = command.getSubcommands().keySet();
    Optional<String> near = NameSuggestion.to(word, known);
    return unknown(
        "'%s' has no command '%s'.".formatted(fullName(command), word),
        word,
        known,
        near.map(name -> fullName(command) + " " + name).orElse(helpFor(command)));
  }

  private static Problem problem(String message, @Nullable String hint, String command) {
    return new Problem(ExitCode.USAGE, message, hint, command);
  }

  private static String fullName(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static String helpFor(CommandLine command) {
    return ("agents help " + Invocation.path(command)).strip();
  }
}
