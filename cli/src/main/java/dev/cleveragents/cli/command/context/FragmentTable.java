package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.Page;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Excluded.Reason;
import dev.cleveragents.context.Included;
import dev.cleveragents.workspace.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The fragments of an answer as a table of at most 80 columns: one line for each that is in it, and
 * of what was left out the number for each reason. Programs get all of it from {@code --json}.
 */
final class FragmentTable {

  private static final int WIDTH = 80;
  private static final int LONGEST_PLACE = 44;
  private static final int LEFT_OUT_SHOWN = 5;
  private static final String CUT = "…";

  private FragmentTable() {}

  static void included(List<Included> fragments, Page.Builder page) {
    page.heading("included");
    if (fragments.isEmpty()) {
      page.text("nothing");
      return;
    }
    List<String> places = fragments.stream().map(each -> place(each.fragment())).toList();
    int width = places.stream().mapToInt(String::length).max().orElse(0);
    page.text(line("tokens", "depth", padded("fragment", width), "found by"));
    for (int i = 0; i < fragments.size(); i++) {
      Included each = fragments.get(i);
      page.text(
          line(
              "%,d".formatted(each.tokens()),
              each.fragment().depth().toString(),
              padded(places.get(i), width),
              why(each)));
    }
  }

  static void excluded(List<Excluded> fragments, Page.Builder page) {
    if (fragments.isEmpty()) {
      return;
    }
    page.heading("left out");
    Map<Reason, List<Excluded>> byReason =
        fragments.stream()
            .collect(Collectors.groupingBy(Excluded::reason, TreeMap::new, Collectors.toList()));
    byReason.forEach((reason, left) -> page.text("%,6d  %s".formatted(left.size(), text(reason))));
    List<Excluded> unfitting = byReason.getOrDefault(Reason.NO_ROOM, List.of());
    for (Excluded each : unfitting.subList(0, Math.min(LEFT_OUT_SHOWN, unfitting.size()))) {
      page.text(
          line("%,d".formatted(each.fragment().tokens()), "", place(each.fragment()), "no room"));
    }
  }

  private static String text(Reason reason) {
    return switch (reason) {
      case DUPLICATE -> "with the same text as another";
      case OVERLAP -> "merged into another with the same lines";
      case SHALLOWER -> "also found with more detail";
      case NO_ROOM -> "that did not fit into the budget";
      case EMPTY -> "without text";
    };
  }

  private static String line(String tokens, String depth, String place, String why) {
    String line = "%6s  %5s  %s  %s".formatted(tokens, depth, place, why);
    return (line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + CUT).stripTrailing();
  }

  /** The file and its lines; of a long path, the end. */
  private static String place(ContextFragment fragment) {
    String place = oneLine(fragment.node() + ":" + fragment.lines());
    int more = place.length() - LONGEST_PLACE;
    return more <= 0 ? place : CUT + place.substring(more + 1);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /** Each strategy by the last word of its name, and what it says. */
  private static String why(Included included) {
    return oneLine(
        included.votes().stream()
            .map(vote -> lastWord(vote.strategy()) + ": " + vote.why())
            .collect(Collectors.joining("; ")));
  }

  private static String lastWord(String strategy) {
    return strategy.substring(strategy.lastIndexOf('-') + 1).toLowerCase(Locale.ROOT);
  }

  private static String oneLine(String text) {
    return VisibleText.of(text).replace("\n", "\\n").replace('\t', ' ');
  }
}
