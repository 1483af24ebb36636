package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelection.Pick;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeOperation;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.change.diff.Hunk;
import dev.cleveragents.workspace.change.diff.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Asks for each hunk whether to apply it, with the letters of {@code git add -p}. */
final class HunkPrompt {

  private static final String AGAIN = "agents plan apply --choose";

  private static final String HELP =
      """
      y - apply this
      n - do not apply this
      a - apply this and everything that follows in this file
      d - do not apply this, nor anything that follows in this file
      q - do not apply this, nor anything that follows at all\
      """;

  private final CommandContext context;
  private boolean quit;

  HunkPrompt(CommandContext context) {
    this.context = context;
  }

  /**
   * The user's choice.
   *
   * @throws ProblemException if there is no terminal, or nothing was chosen
   */
  ChangeSelection choose(List<FileDiff> all) {
    if (!context.dialogue().canAsk()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--choose needs a terminal to ask on.",
              "Select what to apply with --only PATH or --only PATH:HUNKS.",
              "agents plan diff"));
    }
    List<Pick> picks = new ArrayList<>();
    for (FileDiff diff : all) {
      if (!quit) {
        ask(diff, picks);
      }
    }
    if (picks.isEmpty()) {
      throw new ProblemException(
          new Problem(ExitCode.CONFLICT, "Nothing was chosen, so nothing was done.", null, AGAIN));
    }
    return ChangeSelection.of(all, picks);
  }

  private void ask(FileDiff diff, List<Pick> picks) {
    Change change = diff.change();
    boolean byHunk = change.operation() == ChangeOperation.MODIFY && diff.hunks().size() > 1;
    if (!byHunk) {
      say(Patch.forPeople(List.of(diff)));
      char answer = answer("Apply this to %s".formatted(change.path()));
      quit = answer == 'q';
      if (answer == 'y' || answer == 'a') {
        picks.add(new Pick(change.resource(), change.path(), new TreeSet<>()));
      }
      return;
    }
    SortedSet<Integer> hunks = byHunk(diff);
    if (!hunks.isEmpty()) {
      picks.add(new Pick(change.resource(), change.path(), hunks));
    }
  }

  private SortedSet<Integer> byHunk(FileDiff diff) {
    SortedSet<Integer> chosen = new TreeSet<>();
    int count = diff.hunks().size();
    for (int number = 1; number <= count; number++) {
      show(diff.hunks().get(number - 1));
      char answer =
          answer("(%d/%d) Apply this hunk to %s".formatted(number, count, diff.change().path()));
      switch (answer) {
        case 'y' -> chosen.add(number);
        case 'a' -> {
          for (int each = number; each <= count; each++) {
            chosen.add(each);
          }
          return chosen;
        }
        case 'd', 'q' -> {
          quit = answer == 'q';
          return chosen;
        }
        default -> {}
      }
    }
    return chosen;
  }

  private void show(Hunk hunk) {
    say(hunk.header());
    hunk.lines().forEach(line -> say(line.kind().sign() + line.text()));
  }

  private void say(String text) {
    text.lines().forEach(context.dialogue()::say);
  }

  /** Returns one of the letters; an interrupt or the end of the input means quit. */
  private char answer(String question) {
    while (!context.interrupt().isCancelled()) {
      String answer =
          context.ask(question + " [y,n,a,d,q,?]?", AGAIN).strip().toLowerCase(Locale.ROOT);
      if (answer.isEmpty()) {
        return 'q';
      }
      char letter = answer.charAt(0);
      if ("ynadq".indexOf(letter) >= 0) {
        return letter;
      }
      say(HELP);
    }
    return 'q';
  }
}
