package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelection.Pick;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeOperation;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.change.diff.Hunk;
import dev.cleveragents.workspace.change.diff.Patch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks for each hunk whether to apply it, with the letters of {@code git add -p}. Files that cannot
 * be taken in part, such as new ones, count as one hunk.
 */
final class HunkPrompt {

  private static final String AGAIN = "agents plan apply --choose";
  private static final String LETTERS = "ynadq";

  private static final String HELP =
      """
      y - apply this
      n - do not apply this
      a - apply this and everything that follows in this file
      d - do not apply this, nor anything that follows in this file
      q - do not apply this, nor anything that follows at all
      s - split this hunk into smaller ones
      ? - show this help\
      """;

  private final CommandContext context;
  private int total;
  private int asked;
  private int taken;
  private boolean quit;

  HunkPrompt(CommandContext context) {
    this.context = context;
  }

  /**
   * A hunk, or a part of one.
   *
   * @param name its number in the plan's diff, such as {@code #2}, with a letter if it is a part
   * @param changes the numbers of its changes in the split diff
   */
  private record Piece(String name, Hunk hunk, List<Integer> changes) {

    /** Its parts; only itself if it cannot be split. */
    List<Piece> parts() {
      List<Hunk> parts = hunk.parts();
      return parts.size() < 2
          ? List.of(this)
          : IntStream.range(0, parts.size())
              .mapToObj(i -> new Piece(part(i), parts.get(i), List.of(changes.get(i))))
              .toList();
    }

    private String part(int i) {
      return i < 26 ? name + (char) ('a' + i) : "%s.%d".formatted(name, i + 1);
    }

    String text() {
      String lines =
          hunk.lines().stream()
              .map(line -> line.kind().sign() + line.text())
              .collect(Collectors.joining("\n"));
      return "%s %s\n%s".formatted(hunk.header(), name, lines);
    }
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
    total = all.stream().mapToInt(diff -> isByHunk(diff) ? diff.hunks().size() : 1).sum();
    List<Pick> picks = new ArrayList<>();
    for (FileDiff diff : all) {
      if (!quit) {
        if (isByHunk(diff)) {
          askByHunk(diff, picks);
        } else {
          askWhole(diff, picks);
        }
      }
    }
    if (picks.isEmpty()) {
      throw new ProblemException(
          new Problem(ExitCode.FAILED, "Nothing was chosen, so nothing was done.", null, AGAIN));
    }
    context
        .dialogue()
        .say(
            "Chosen: %d of %s, in %s%s"
                .formatted(
                    taken,
                    CountedNoun.of(total, "hunk"),
                    CountedNoun.of(picks.size(), "file"),
                    taken == total ? "." : "; the rest becomes a plan of its own."));
    return ChangeSelection.of(all, picks);
  }

  /** Whether it can be taken in part. */
  private static boolean isByHunk(FileDiff diff) {
    return diff.change().operation() == ChangeOperation.MODIFY && !diff.hunks().isEmpty();
  }

  private void askWhole(FileDiff diff, List<Pick> picks) {
    Change change = diff.change();
    context.dialogue().sayDiff(Patch.forPeople(List.of(diff)));
    asked++;
    char letter = letter(diff.quotedPath(), false);
    quit = letter == 'q';
    if (letter == 'y' || letter == 'a') {
      taken++;
      picks.add(new Pick(change.resource(), change.path(), new TreeSet<>()));
    }
  }

  private void askByHunk(FileDiff diff, List<Pick> picks) {
    Deque<Piece> open = new ArrayDeque<>(pieces(diff));
    SortedSet<Integer> chosen = new TreeSet<>();
    while (!open.isEmpty()) {
      Piece piece = open.removeFirst();
      List<Piece> parts = piece.parts();
      context.dialogue().sayDiff(piece.text());
      asked++;
      switch (letter("%s %s".formatted(diff.quotedPath(), piece.name()), parts.size() > 1)) {
        case 'y' -> take(piece, chosen);
        case 'a' -> {
          take(piece, chosen);
          open.forEach(each -> take(each, chosen));
          asked += open.size();
          open.clear();
        }
        case 's' -> {
          parts.reversed().forEach(open::addFirst);
          total += parts.size() - 1;
          asked--;
        }
        case 'd' -> {
          asked += open.size();
          open.clear();
        }
        case 'q' -> {
          quit = true;
          open.clear();
        }
        default -> {}
      }
    }
    if (!chosen.isEmpty()) {
      picks.add(pick(diff, chosen));
    }
  }

  /** The choice by the numbers of the plan's diff, unless it takes a hunk apart. */
  private static Pick pick(FileDiff diff, SortedSet<Integer> changes) {
    Change change = diff.change();
    SortedSet<Integer> hunks = new TreeSet<>();
    int covered = 0;
    List<Piece> pieces = pieces(diff);
    for (int i = 0; i < pieces.size(); i++) {
      if (changes.containsAll(pieces.get(i).changes())) {
        hunks.add(i + 1);
        covered += pieces.get(i).changes().size();
      }
    }
    boolean split = covered < changes.size();
    return new Pick(change.resource(), change.path(), split ? changes : hunks, split);
  }

  private void take(Piece piece, SortedSet<Integer> chosen) {
    taken++;
    chosen.addAll(piece.changes());
  }

  private static List<Piece> pieces(FileDiff diff) {
    List<Piece> pieces = new ArrayList<>();
    int change = 0;
    for (Hunk hunk : diff.hunks()) {
      int first = change + 1;
      change += hunk.parts().size();
      pieces.add(
          new Piece(
              "#" + (pieces.size() + 1),
              hunk,
              IntStream.rangeClosed(first, change).boxed().toList()));
    }
    return pieces;
  }

  /**
   * Asks until the answer is one of the letters; an interrupt or the end of the input is a quit.
   */
  private char letter(String what, boolean canSplit) {
    String letters = LETTERS + (canSplit ? "s" : "");
    String question =
        "Hunk %d of %d, %s: apply it [%s,?]?"
            .formatted(asked, total, what, String.join(",", letters.split("")));
    while (context.dialogue().canAsk() && !context.interrupt().isCancelled()) {
      String answer = context.ask(question, AGAIN).strip().toLowerCase(Locale.ROOT);
      if (answer.length() == 1 && letters.contains(answer)) {
        return answer.charAt(0);
      }
      if (answer.equals("s")) {
        context.dialogue().say("This hunk has no lines between its changes, so it stays whole.");
      } else if (!answer.isEmpty() || context.dialogue().canAsk()) {
        HELP.lines()
            .filter(line -> canSplit || !line.startsWith("s"))
            .forEach(context.dialogue()::say);
      }
    }
    return 'q';
  }
}
