package dev.cleveragents.context.index.parse;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has files parsed in threads of its own, so that no caller waits longer than it wants for a parser
 * that hangs. What was not read in time is read on until the parser is done with it.
 *
 * <p>A file is read by one thread at a time, and at most {@value #MOST} threads read; what is asked
 * for while all of them are busy is not begun. {@code underWay} is guarded by {@code lock}, which
 * is not held while a thread is started or a file is read.
 */
public final class BackgroundParser implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(BackgroundParser.class);

  public static final int MOST = 2;

  /** Cancelled parsers end at once; a thread that does not is left to end by itself. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  private final FileParser reader;
  private final Function<SourceFile, Optional<ParsedFile>> known;
  private final Scope scope;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<SourceFile, CompletableFuture<Map<SourceFile, ParsedFile>>> underWay =
      new HashMap<>();

  /**
   * @param reader remembers what it reads
   * @param known what it remembers
   */
  public BackgroundParser(
      FileParser reader,
      Function<SourceFile, Optional<ParsedFile>> known,
      ThreadFactories threads) {
    this.reader = reader;
    this.known = known;
    this.scope = Scope.open("overlay", threads, CancellationToken.none());
  }

  /**
   * What could be read of these files in that time; those that could not are not in it.
   *
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled; the
   *     reading continues
   */
  public Map<SourceFile, ParsedFile> read(
      List<SourceFile> files, Duration atMost, CancellationToken token)
      throws InterruptedException {
    Set<CompletableFuture<Map<SourceFile, ParsedFile>>> batches = begin(files);
    CompletableFuture<Void> all =
        CompletableFuture.allOf(batches.toArray(CompletableFuture<?>[]::new));
    CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
    try (CallbackRegistration _ = token.onCancel(_ -> cancelled.complete(true))) {
      CompletableFuture.anyOf(all, cancelled).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      log.debug("The syntax of {} files was not read within {}", files.size(), atMost);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A batch ends with what it has read, whatever happens", e);
    }
    token.throwIfCancelled();
    Map<SourceFile, ParsedFile> read = new HashMap<>();
    batches.forEach(batch -> read.putAll(batch.getNow(Map.of())));
    return read;
  }

  /** The batches that these files are in; those that are in none make one, if there is room. */
  private Set<CompletableFuture<Map<SourceFile, ParsedFile>>> begin(List<SourceFile> files) {
    Set<CompletableFuture<Map<SourceFile, ParsedFile>>> batches = new HashSet<>();
    List<SourceFile> fresh = new ArrayList<>();
    CompletableFuture<Map<SourceFile, ParsedFile>> batch = new CompletableFuture<>();
    synchronized (lock) {
      boolean room = new HashSet<>(underWay.values()).size() < MOST;
      for (SourceFile file : files) {
        CompletableFuture<Map<SourceFile, ParsedFile>> there = underWay.get(file);
        Optional<ParsedFile> done = there == null ? known.apply(file) : Optional.empty();
        if (there != null) {
          batches.add(there);
        } else if (done.isPresent()) {
          // Its batch has ended since the caller looked.
          batches.add(CompletableFuture.completedFuture(Map.of(file, done.get())));
        } else if (room) {
          fresh.add(file);
        }
      }
      fresh.forEach(file -> underWay.put(file, batch));
    }
    if (!fresh.isEmpty()) {
      batches.add(batch);
      start(fresh, batch);
    }
    return batches;
  }

  private void start(List<SourceFile> files, CompletableFuture<Map<SourceFile, ParsedFile>> batch) {
    try {
      scope.forkPlatform("syntax", () -> run(files, batch));
    } catch (IllegalStateException | OutOfMemoryError e) {
      log.warn("No thread reads the syntax of {} files", files.size(), e);
      end(files, batch, Map.of());
    }
  }

  private boolean run(
      List<SourceFile> files, CompletableFuture<Map<SourceFile, ParsedFile>> batch) {
    Map<SourceFile, ParsedFile> read = new HashMap<>();
    try {
      List<ParsedFile> parsed = reader.read(files, scope.token());
      for (int i = 0; i < files.size(); i++) {
        read.put(files.get(i), parsed.get(i));
      }
      return true;
    } catch (InterruptedException | RuntimeException e) {
      if (!scope.token().isCancelled()) {
        log.warn("The syntax of {} files could not be read", files.size(), e);
      }
      return false;
    } finally {
      end(files, batch, read);
    }
  }

  private void end(
      List<SourceFile> files,
      CompletableFuture<Map<SourceFile, ParsedFile>> batch,
      Map<SourceFile, ParsedFile> read) {
    synchronized (lock) {
      files.forEach(underWay::remove);
    }
    batch.complete(read);
  }

  /** Ends what is being read; nothing more is begun. */
  @Override
  public void close() {
    scope.closeWithin(ENDS_WITHIN);
  }
}
