package dev.cleveragents.context.index.parse;

import com.github.benmanes.caffeine.cache.Cache;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.parse.SourceParser;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
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
 * so that asking again starts no parser. A caller that cannot wait for a parser uses {@link
 * #within}.
 *
 * <p>May be used by many threads; {@code known} is safe by itself, and two that wait for the same
 * file at once, however long it takes, both read it.
 */
public final class OverlayParser implements AutoCloseable {

  public static final int MOST_FILES = 400;
  public static final int MOST_CHARS = 4 * 1024 * 1024;

  private static final long REMEMBERED = 32L * 1024 * 1024;

  private final FileParser parser;
  private final BackgroundParser background;
  private final Cache<SourceFile, ParsedFile> known =
      IndexCache.cache(
          REMEMBERED, (source, file) -> source.content().length() + IndexCache.weight(file));

  /**
   * Uses this parser for files that are not cached; the threads are for callers that may not wait.
   */
  public OverlayParser(FileParser parser, ThreadFactories threads) {
    this.parser = parser;
    this.background = new BackgroundParser(this::parse, this::known, threads);
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
  public final class Bounded implements FileParser {

    private final Optional<Duration> atMost;
    private int late;

    private Bounded(Optional<Duration> atMost) {
      this.atMost = atMost;
    }

    @Override
    public List<ParsedFile> read(List<SourceFile> files, CancellationToken token)
        throws InterruptedException {
      Map<SourceFile, ParsedFile> parsed = new HashMap<>();
      List<SourceFile> missing = new ArrayList<>();
      long chars = 0;
      for (SourceFile file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
        chars += file.content().length();
        if (chars > MOST_CHARS) {
          break;
        }
        known(file).ifPresentOrElse(it -> parsed.put(file, it), () -> missing.add(file));
      }
      if (!missing.isEmpty() && atMost.isPresent()) {
        parsed.putAll(background.read(missing, atMost.get(), token));
        late += (int) missing.stream().filter(it -> isLate(it, parsed)).count();
      } else if (!missing.isEmpty()) {
        List<ParsedFile> now = parse(missing, token);
        for (int i = 0; i < now.size(); i++) {
          parsed.put(missing.get(i), now.get(i));
        }
      }
      return files.stream()
          .map(file -> parsed.computeIfAbsent(file, SourceParser::parseHere))
          .toList();
    }

    private static boolean isLate(SourceFile file, Map<SourceFile, ParsedFile> read) {
      return !read.containsKey(file) && SourceParser.needsProcess(file.path());
    }

    /** How many files were read as text because the parser was late. */
    public int late() {
      return late;
    }
  }

  private Optional<ParsedFile> known(SourceFile file) {
    return Optional.ofNullable(known.getIfPresent(file));
  }

  /** Has them parsed and caches the results. */
  private List<ParsedFile> parse(List<SourceFile> files, CancellationToken token)
      throws InterruptedException {
    List<ParsedFile> now = parser.read(files, token);
    for (int i = 0; i < now.size(); i++) {
      known.put(files.get(i), now.get(i));
    }
    return now;
  }

  /** Ends what is still being read for questions to come. */
  @Override
  public void close() {
    background.close();
  }
}
