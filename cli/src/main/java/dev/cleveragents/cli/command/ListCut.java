package dev.cleveragents.cli.command;

/** The line below a list that does not show everything. */
public final class ListCut {

  private ListCut() {}

  /**
   * Says how much is shown, and how to see all.
   *
   * @param command the command that shows all
   */
  public static String line(long shown, long all, String command) {
    return "%,d of %,d; all: %s".formatted(shown, all, command);
  }
}
