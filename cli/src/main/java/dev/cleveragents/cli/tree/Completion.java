package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.workspace.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Finds what may stand at the cursor of a command line: commands, options or values. */
final class Completion {

  private static final String HELP = "help";

  private final Set<OptionSpec> given = new HashSet<>();

  /** The command so far. */
  private CommandLine command = CommandTree.whole();

  /** The option whose value comes next. */
  private @Nullable OptionSpec open;

  private boolean explains;
  private int arguments;

  /**
   * @param words before the cursor, without the program's
   */
  Completion(List<String> words) {
    // bash splits --format=json into three words.
    String[] whole = words.stream().filter(word -> !word.equals("=")).toArray(String[]::new);
    Stream.of(CommandTree.expanded(whole)).forEach(this::take);
  }

  private void take(String word) {
    CommandLine inside = command.getSubcommands().get(word);
    if (open != null) {
      open = null;
    } else if (word.startsWith("-")) {
      option(word);
    } else if (isTop() && word.equals(HELP)) {
      explains = true;
    } else if (inside != null) {
      command = inside;
    } else {
      arguments++;
    }
  }

  private void option(String word) {
    int end = word.indexOf('=');
    OptionSpec option =
        command.getCommandSpec().findOption(end < 0 ? word : word.substring(0, end));
    if (option != null) {
      given.add(option);
      open = end < 0 && option.arity().min() > 0 ? option : null;
    }
  }

  /**
   * The candidates that begin with the characters typed so far.
   *
   * @param typed {@code =} where bash has split an option from its value
   */
  List<Candidate> candidates(String typed, CommandContext context) {
    String start = typed.equals("=") ? "" : typed;
    return all(start, context).stream().filter(it -> it.fits(start)).toList();
  }

  private List<Candidate> all(String typed, CommandContext context) {
    if (open != null) {
      return values(open, context);
    }
    if (typed.startsWith("-")) {
      int end = typed.indexOf('=');
      return end < 0 ? options() : valuesAfter(typed.substring(0, end), context);
    }
    if (!command.getSubcommands().isEmpty()) {
      return arguments == 0 ? commands(typed) : List.of();
    }
    if (explains) {
      return List.of();
    }
    Optional<PositionalParamSpec> argument =
        command.getCommandSpec().positionalParameters().stream()
            .filter(each -> each.index().contains(arguments))
            .findFirst();
    return argument.isPresent() ? values(argument.get(), context) : options();
  }

  /** Once a letter is typed, the commands of plans are offered without the word {@code plan}. */
  private List<Candidate> commands(String typed) {
    List<Candidate> all = new ArrayList<>(namesIn(command));
    CommandLine plans = command.getSubcommands().get("plan");
    if (plans != null && !typed.isEmpty()) {
      namesIn(plans).stream()
          .filter(it -> !command.getSubcommands().containsKey(it.word()))
          .forEach(all::add);
    }
    return all;
  }

  private static List<Candidate> namesIn(CommandLine group) {
    return group.getSubcommands().entrySet().stream()
        .map(it -> new Candidate(it.getKey(), note(it.getValue())))
        .toList();
  }

  private static String note(CommandLine command) {
    return Stream.of(command.getCommandSpec().usageMessage().description()).findFirst().orElse("");
  }

  private List<Candidate> options() {
    return command.getCommandSpec().options().stream()
        .filter(option -> option.isMultiValue() || !given.contains(option))
        .map(option -> new Candidate(option.longestName(), note(option)))
        .toList();
  }

  private static String note(OptionSpec option) {
    return String.join(" ", option.description()).replace(": ${COMPLETION-CANDIDATES}", "");
  }

  private List<Candidate> valuesAfter(String name, CommandContext context) {
    OptionSpec option = command.getCommandSpec().findOption(name);
    return option == null
        ? List.of()
        : values(option, context).stream().map(it -> it.after(name + "=")).toList();
  }

  private List<Candidate> values(ArgSpec argument, CommandContext context) {
    return CompletionValues.of(argument, command.getCommandSpec())
        .map(source -> source.candidates(context))
        .orElse(List.of());
  }

  private boolean isTop() {
    return command.getCommandSpec().parent() == null;
  }

  /**
   * One of them.
   *
   * @param note what it means; may be empty
   */
  record Candidate(String word, String note) {

    /** Asks the shell to complete names of files. */
    static final Candidate FILES = new Candidate(":files", "");

    /** Asks the shell to complete names of folders. */
    static final Candidate FOLDERS = new Candidate(":folders", "");

    private boolean isForShell() {
      return word.startsWith(":");
    }

    boolean fits(String start) {
      return isForShell() || word.regionMatches(true, 0, start, 0, start.length());
    }

    Candidate after(String prefix) {
      return isForShell() ? this : new Candidate(prefix + word, note);
    }

    /** The line that the shell's script reads. */
    String line() {
      return note.isEmpty() ? word : word + "\t" + VisibleText.of(note).replace('\n', ' ');
    }
  }
}
