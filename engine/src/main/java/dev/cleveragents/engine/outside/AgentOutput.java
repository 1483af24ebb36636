package dev.cleveragents.engine.outside;

import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.exec.OutputChannel;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the output of a coding agent while it runs. Thread-safe, guarded by its monitor.
 *
 * <ul>
 *   <li>Progress is told at most {@value #BURST} times at once, then {@value #PER_SECOND} times a
 *       second, and {@value #MOST} times in a run; what is left out is counted.
 *   <li>A line longer than {@value #LONGEST_LINE} bytes is passed over.
 *   <li>Never throws: after a listener to progress has thrown, it is not called again.
 * </ul>
 */
public final class AgentOutput implements LiveOutput {

  private static final Logger log = LoggerFactory.getLogger(AgentOutput.class);

  static final int BURST = 6;
  static final int PER_SECOND = 3;
  static final int MOST = 2_000;
  static final int LONGEST_LINE = 8 << 20;

  private static final long NANOS_PER_LINE = Duration.ofSeconds(1).toNanos() / PER_SECOND;

  /** The readers by the names under which actors choose them. */
  private static final Map<String, Supplier<AgentFormat>> FORMATS =
      new TreeMap<>(
          Map.of(
              "aider", AiderFormat::new,
              "claude-code", ClaudeFormat::new,
              "codex", CodexFormat::new,
              "gemini-cli", GeminiFormat::new,
              "opencode", OpencodeFormat::new));

  /** Hears of progress. */
  @FunctionalInterface
  public interface Progress {

    /**
     * Hears of one thing that the program does.
     *
     * @param skipped how many were left out before it
     */
    void made(String line, int skipped);
  }

  private final AgentFormat format;
  private final Progress progress;
  private final TimeSource time;

  private final AgentRun run = new AgentRun(this::tell);

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private boolean tooLong;

  private boolean failed;

  private int told;

  private int skipped;

  /** The time up to which the rate is used up. */
  private long usedUpTo;

  /**
   * Begins to read a run.
   *
   * @param format a name of {@link #formats}
   */
  public AgentOutput(String format, Progress progress, TimeSource time) {
    this.format = Objects.requireNonNull(FORMATS.get(format), format).get();
    this.progress = progress;
    this.time = time;
    this.usedUpTo = time.nanos() - BURST * NANOS_PER_LINE;
  }

  /** The names of the formats that can be read. */
  public static Set<String> formats() {
    return FORMATS.keySet();
  }

  @Override
  public synchronized void received(OutputChannel channel, byte[] bytes) {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        add(bytes, start, i);
        end();
        start = i + 1;
      }
    }
    add(bytes, start, bytes.length);
  }

  @Override
  public synchronized void ended() {
    end();
  }

  /** Folders below the home that the program needs. */
  public List<String> folders() {
    return format.folders();
  }

  /** What the program has reported so far. */
  public synchronized AgentReport report() {
    end();
    return run.report();
  }

  private void add(byte[] bytes, int from, int to) {
    tooLong |= line.size() + (to - from) > LONGEST_LINE;
    if (!tooLong) {
      line.write(bytes, from, to - from);
    }
  }

  private void end() {
    String text = tooLong ? "" : line.toString(StandardCharsets.UTF_8);
    line.reset();
    tooLong = false;
    if (text.isBlank()) {
      return;
    }
    try {
      format.line(text, run);
    } catch (RuntimeException e) {
      log.debug("A line of a coding agent was not understood", e);
    }
  }

  private synchronized void tell(String what) {
    long now = time.nanos();
    long from = Math.max(usedUpTo, now - BURST * NANOS_PER_LINE);
    if (failed || told >= MOST || from + NANOS_PER_LINE - now > 0) {
      skipped++;
      return;
    }
    usedUpTo = from + NANOS_PER_LINE;
    told++;
    try {
      progress.made(what, skipped);
    } catch (RuntimeException e) {
      failed = true;
      log.debug("The progress of a coding agent is not told any more", e);
    }
    skipped = 0;
  }
}
