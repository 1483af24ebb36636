package dev.cleveragents.cli.noloss;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Called in a child process by the code that {@link StopPointWeaver} inserted: counts the points
 * reached, and at the chosen one sends a signal to its own process. The thread that reached the
 * point gets no further.
 *
 * <p>Reads {@code noloss.points}, a file to write every point to, and {@code noloss.stop}, such as
 * {@code AFTER_EVENT 12 9}: the kind, its number or what happens there, and the signal. Everything
 * is guarded by the class.
 */
public final class StopPoint {

  /** What kinds of points there are. */
  enum Kind {
    /** The transaction that holds an event is about to be committed. */
    BEFORE_EVENT,
    /** It is committed, and the caller does not know yet. */
    AFTER_EVENT,
    /** A step of an apply. */
    STEP,
    /** Another program was started: git, or a command of the plan. */
    COMMAND
  }

  private static final @Nullable String RECORD = System.getProperty("noloss.points");
  private static final String[] STOP = System.getProperty("noloss.stop", "NONE 0 0").split(" ");

  private static final Map<Kind, Integer> SEEN = new EnumMap<>(Kind.class);
  private static final ThreadLocal<List<String>> APPENDED = ThreadLocal.withInitial(ArrayList::new);
  private static final ThreadLocal<String> STARTING = ThreadLocal.withInitial(() -> "");

  /** Whether it was stopped before, and has been woken up. */
  private static boolean stopped;

  private StopPoint() {}

  /** A step of an apply is reached. */
  public static void step(Object step) {
    reached(Kind.STEP, step.toString());
  }

  /** These events are part of the transaction of this thread. */
  public static void appended(List<?> events) {
    for (Object event : events) {
      APPENDED.get().add(type(event));
    }
  }

  /** The transaction of this thread is about to be committed. */
  public static void committing() {
    reached(Kind.BEFORE_EVENT, APPENDED.get());
  }

  /** It is committed. */
  public static void committed() {
    List<String> events = List.copyOf(APPENDED.get());
    APPENDED.get().clear();
    reached(Kind.AFTER_EVENT, events);
  }

  /** It is taken back. */
  public static void rolledBack() {
    APPENDED.get().clear();
  }

  /** This thread is about to start a program. */
  public static void starting(ProcessBuilder program) {
    STARTING.set(String.join(" ", program.command()).replaceAll("\\s+", " "));
  }

  /** It is started. */
  public static void started() {
    reached(Kind.COMMAND, STARTING.get());
  }

  private static void reached(Kind kind, List<String> events) {
    if (!events.isEmpty()) {
      reached(kind, events.size(), String.join("+", events));
    }
  }

  private static void reached(Kind kind, String what) {
    reached(kind, 1, what);
  }

  /** Counts events, not transactions: which of them share one is a matter of timing. */
  private static synchronized void reached(Kind kind, int times, String what) {
    int number = SEEN.merge(kind, times, Integer::sum);
    if (RECORD != null) {
      note(Path.of(RECORD), "%s %d %s%n".formatted(kind, number, what));
    }
    if (!stopped && kind.name().equals(STOP[0]) && isWanted(number, what)) {
      stopped = true;
      raise(Integer.parseInt(STOP[2]));
    }
  }

  private static boolean isWanted(int number, String what) {
    return STOP[1].matches("[0-9]+")
        ? number >= Integer.parseInt(STOP[1])
        : ("+" + what + "+").contains("+" + STOP[1] + "+");
  }

  private static void note(Path file, String line) {
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("restricted") // another way to send it would let this thread go on meanwhile
  private static void raise(int signal) {
    Linker linker = Linker.nativeLinker();
    try {
      int failed =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("raise"),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                  .invokeExact(signal);
      if (failed != 0) {
        throw new AssertionError("raise " + signal);
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** The type of a stored event, which is a record of another package. */
  private static String type(Object event) {
    String text = event.toString();
    int start = text.indexOf("type=") + "type=".length();
    return text.substring(start, text.indexOf(',', start));
  }
}
