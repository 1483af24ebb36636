package dev.cleveragents.kernel.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs a throwable of outside code, and never throws: a logger asks a throwable for its message,
 * and that is outside code again. If a throwable cannot be printed, its class is logged; if even
 * that fails, as with an exhausted stack, nothing is logged.
 */
public final class SafeLog {

  private final Logger log;

  SafeLog(Logger log) {
    this.log = log;
  }

  /** The log in the name of this class. */
  public static SafeLog of(Class<?> owner) {
    return new SafeLog(LoggerFactory.getLogger(owner));
  }

  /** Logs an error, which a person has to fix. Each {@code {}} of the text takes an argument. */
  public void error(Throwable thrown, String text, Object... arguments) {
    write(Level.ERROR, thrown, text, arguments);
  }

  /** Logs a warning, after which work continues. Each {@code {}} of the text takes an argument. */
  public void warn(Throwable thrown, String text, Object... arguments) {
    write(Level.WARN, thrown, text, arguments);
  }

  private void write(Level level, Throwable thrown, String text, Object... arguments) {
    try {
      log.atLevel(level).setCause(thrown).log(text, arguments);
    } catch (Throwable unprintable) {
      nameOnly(level, thrown, text, arguments);
    }
  }

  private void nameOnly(Level level, Throwable thrown, String text, Object... arguments) {
    try {
      log.atLevel(level)
          .log(text + " (a " + thrown.getClass().getName() + " that cannot be printed)", arguments);
    } catch (Throwable givenUp) {
      // The caller must not fail because of its log.
    }
  }
}
