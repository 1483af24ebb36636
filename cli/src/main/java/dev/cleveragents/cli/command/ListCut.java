package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Page;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A list that is cut at a limit, and says so.
 *
 * @param more whether entries are left out
 */
public record ListCut<T>(List<T> shown, boolean more) {

  private static final int MOST = 10_000;

  public ListCut {
    shown = List.copyOf(shown);
  }

  /**
   * Reads a list up to a limit.
   *
   * @param query returns at most as many entries as it is given
   */
  public static <T> ListCut<T> at(int limit, IntFunction<List<T>> query) {
    List<T> found = query.apply(Math.min(MOST, limit + 1));
    return found.size() > limit
        ? new ListCut<>(found.subList(0, limit), true)
        : new ListCut<>(found, found.size() == MOST);
  }

  /** Adds the line that says so, if entries are left out. */
  public void note(Page.Builder page) {
    if (more) {
      page.text(
          "only %,d are shown; more: --limit %d"
              .formatted(shown.size(), Math.min(MOST, 5 * shown.size())));
    }
  }

  /**
   * The line for a list of which the total is known.
   *
   * @param command the command that shows all
   */
  public static String line(long shown, long all, String command) {
    return "%,d of %,d; all: %s".formatted(shown, all, command);
  }
}
