package dev.cleveragents.cli;

import dev.cleveragents.cli.settings.Environment;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The terminal that standard output is, if it is one, and its width: that of {@code COLUMNS} if
 * set, else that of the window, which is asked for again after each change of its size.
 * Thread-safe.
 */
final class TerminalWidth {

  private static final String NUMBER = "[1-9][0-9]{0,3}";

  private final boolean fixed;
  private final boolean dumb;
  private final AtomicBoolean following = new AtomicBoolean();
  private volatile int columns;

  private TerminalWidth(int columns, boolean fixed, boolean dumb) {
    this.columns = columns;
    this.fixed = fixed;
    this.dumb = dumb;
  }

  static TerminalWidth of(Environment environment) {
    String wanted = environment.variable("COLUMNS");
    boolean fixed = wanted != null && wanted.matches(NUMBER) && environment.terminal();
    boolean dumb = "dumb".equals(environment.variable("TERM"));
    return new TerminalWidth(fixed ? Integer.parseInt(wanted) : environment.columns(), fixed, dumb);
  }

  boolean isThere() {
    return columns > 0;
  }

  /** Whether lines can be drawn again in place. */
  boolean canMoveCursor() {
    return !dumb;
  }

  int columns() {
    return columns;
  }

  /** Asks for the width again whenever the window changes. */
  void follow() {
    if (!fixed && following.compareAndSet(false, true)) {
      ProcessSignals.handle(this::measure, "WINCH");
    }
  }

  private void measure() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.from(new File("/dev/tty")))
              .redirectError(Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      String width = size.strip().replaceFirst("^\\d+ ", "");
      if (width.matches(NUMBER)) {
        columns = Integer.parseInt(width);
      }
    } catch (IOException e) {
      // The width stays as it was.
      return;
    }
  }
}
