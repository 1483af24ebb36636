package dev.cleveragents.cli;

import dev.cleveragents.cli.output.Renderer;

/**
 * The last line of a terminal, which shows what goes on and is never left behind: whatever else is
 * written takes its place. Guarded by its own lock, so that a line is not written into another.
 */
final class LiveLine {

  private static final int LONGEST = 78;
  private static final String ERASE = "\r\033[K";

  private final Streams streams;
  private final boolean shown;
  private String now = "";

  /**
   * @param shown whether there is a terminal to show it on
   */
  LiveLine(Streams streams, boolean shown) {
    this.streams = streams;
    this.shown = shown;
  }

  synchronized void show(String text) {
    if (!shown || text.equals(now)) {
      return;
    }
    String line = Renderer.line(text);
    streams.tell(ERASE + (line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…"));
    now = text;
  }

  /** Writes a line that stays. */
  synchronized void say(String line) {
    show("");
    streams.tell(line + "\n");
  }
}
