package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.clash.ClashSearch.Clash;
import java.util.List;
import java.util.stream.Collectors;

/** A clash in the words that people and the repairing actor read. */
final class ClashText {

  private static final int MOST_NAMED = 10;

  private ClashText() {}

  /**
   * One sentence.
   *
   * @param named the subplans of the clash
   * @param checks the names of the checks that fail
   */
  static String of(Clash clash, String named, String checks) {
    if (!clash.smallest()) {
      return "%s fail together; the search ended at its time limit: %s".formatted(named, checks);
    }
    return switch (clash.members().size()) {
      case 0 -> "Already the base fails, without any subplan: " + checks;
      case 1 -> "%s fails alone: %s".formatted(named, checks);
      case 2 -> "%s pass alone, fail together: %s".formatted(named, checks);
      default -> "%s pass when one is left out, fail together: %s".formatted(named, checks);
    };
  }

  /** Names in their order, such as {@code `a`, `b` and `c`}. */
  static String names(List<String> names) {
    List<String> quoted =
        names.stream().limit(MOST_NAMED).map("`%s`"::formatted).collect(Collectors.toList());
    if (names.size() > MOST_NAMED) {
      quoted.add("%d more".formatted(names.size() - MOST_NAMED));
    }
    return quoted.size() < 2
        ? String.join("", quoted)
        : String.join(", ", quoted.subList(0, quoted.size() - 1)) + " and " + quoted.getLast();
  }
}
