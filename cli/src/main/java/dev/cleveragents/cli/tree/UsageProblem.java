package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.workspace.NameSuggestion;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
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
    String message =
        Objects.requireNonNullElse(e.getMessage(), "The arguments are wrong.")
            .replaceFirst("^Error: ", "")
            .replaceFirst("positional parameter at index \\S+ \\((.*?)\\)", "$1");
    return problem(
        message.endsWith(".") || message.endsWith("?") ? message : message + ".",
        CommandHelp.examples(command.getCommandSpec()).stream()
            .findFirst()
            .filter(_ -> e instanceof MissingParameterException)
            .map("For example: %s"::formatted)
            .orElse(null),
        helpFor(command));
  }

  /** A word that names no command there. */
  static Problem unknownCommand(CommandLine command, String word) {
    Set<String> names = command.getSubcommands().keySet();
    boolean top = command.getCommandSpec().parent() == null;
    Optional<String> near = CommandAliases.near(word, names, top);
    Optional<String> meant = near.or(() -> CommandAliases.related(word, names, top));
    return problem(
        "'%s' has no command '%s'.".formatted(fullName(command), word),
        meant.map(UsageProblem::question).orElse(null),
        near.map(name -> fullName(command) + " " + name)
            .or(() -> meant.map(name -> (helpFor(command) + " " + name)))
            .orElse(helpFor(command)));
  }

  private static Problem unmatched(CommandLine command, String word) {
    if (word.startsWith("-")) {
      return problem(
          "'%s' has no option '%s'.".formatted(fullName(command), word),
          NameSuggestion.to(word, command.getCommandSpec().optionsMap().keySet())
              .map(UsageProblem::question)
              .orElse(null),
          helpFor(command));
    }
    if (command.getSubcommands().isEmpty()) {
      return problem(
          "'%s' takes no argument '%s'.".formatted(fullName(command), word),
          null,
          helpFor(command));
    }
    return unknownCommand(command, word);
  }

  private static String question(String near) {
    return "Did you mean '%s'?".formatted(near);
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
