package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Source;
import dev.cleveragents.context.code.SourceParser;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the syntax of what is laid over an index: of the first {@value #MOST_FILES} files by path,
 * up to {@value #MOST_CHARS} characters, the rest as text. Which files those are depends on the
 * files alone, so that the same question has the same answer; what was read before is remembered,
 * so that asking again starts no parser. Who may not wait for a parser asks {@link #within}.
 *
 * <p>May be used by many threads; {@code known} is safe by itself, and two that wait for the same
 * file at once, however long it takes, both read it.
 */
public final class OverlaySyntax implements SyntaxReader, AutoCloseable {

  static final int MOST_FILES = 400;
  static final int MOST_CHARS = 4 * 1024 * 1024;

  private static final long REMEMBERED = 32L * 1024 * 1024;

  private final SyntaxReader parser;
  private final BackgroundReading background;
  private final Remembered<Source, ParsedFile> known = new Remembered<>(REMEMBERED);

  /** Has this read what is not remembered, in such threads where nobody may wait for it. */
  public OverlaySyntax(SyntaxReader parser, Threads threads) {
    this.parser = parser;
    this.background = new BackgroundReading(this::parsed, known::get, threads);
  }

  @Override
  public List<ParsedFile> read(List<Source> files, CancellationToken token)
      throws InterruptedException {
    return read(files, missing -> byFile(missing, parsed(missing, token)));
  }

  /**
   * A reader for one question, which takes about as long as this at most: what the parser has not
   * read by then is read as text, and is being read for the next question. Without a limit it waits
   * for everything.
   */
  public Bounded within(Optional<Duration> atMost) {
    return new Bounded(atMost);
  }

  /** Reads the files of one question; used by the thread that asks. */
  public final class Bounded implements SyntaxReader {

    private final Optional<Duration> atMost;
    private int late;

    private Bounded(Optional<Duration> atMost) {
      this.atMost = atMost;
    }

    @Override
    public List<ParsedFile> read(List<Source> files, CancellationToken token)
        throws InterruptedException {
      if (atMost.isEmpty()) {
        return OverlaySyntax.this.read(files, token);
      }
      return OverlaySyntax.this.read(
          files,
          missing -> {
            Map<Source, ParsedFile> read = background.read(missing, atMost.get(), token);
            late += (int) missing.stream().filter(it -> isLate(it, read)).count();
            return read;
          });
    }

    private static boolean isLate(Source file, Map<Source, ParsedFile> read) {
      return !read.containsKey(file) && SourceParser.needsProcess(file.path());
    }

    /** How many files were read as text because the parser was late. */
    public int late() {
      return late;
    }
  }

  private interface Parser {
    Map<Source, ParsedFile> read(List<Source> missing) throws InterruptedException;
  }

  private List<ParsedFile> read(List<Source> files, Parser reader) throws InterruptedException {
    Map<Source, ParsedFile> parsed = new HashMap<>();
    List<Source> missing = new ArrayList<>();
    long chars = 0;
    for (Source file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
      chars += file.content().length();
      if (chars > MOST_CHARS) {
        break;
      }
      Optional<ParsedFile> before = known.get(file);
      before.ifPresentOrElse(it -> parsed.put(file, it), () -> missing.add(file));
    }
    if (!missing.isEmpty()) {
      parsed.putAll(reader.read(missing));
    }
    return files.stream()
        .map(file -> parsed.computeIfAbsent(file, SourceParser::parseHere))
        .toList();
  }

  /** Has them parsed and remembers what comes of it. */
  private List<ParsedFile> parsed(List<Source> files, CancellationToken token)
      throws InterruptedException {
    List<ParsedFile> now = parser.read(files, token);
    for (int i = 0; i < now.size(); i++) {
      Source file = files.get(i);
      known.put(file, now.get(i), file.content().length() + IndexMemory.weight(now.get(i)));
    }
    return now;
  }

  private static Map<Source, ParsedFile> byFile(List<Source> files, List<ParsedFile> parsed) {
    Map<Source, ParsedFile> byFile = new HashMap<>();
    for (int i = 0; i < parsed.size(); i++) {
      byFile.put(files.get(i), parsed.get(i));
    }
    return byFile;
  }

  /** Ends what is still being read for questions to come. */
  @Override
  public void close() {
    background.close();
  }
}
