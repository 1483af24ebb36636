package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.lucene.LiveSearcher;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;

/**
 * One whole tree, as it was indexed: whatever happens to the index meanwhile, the answers stay
 * those of this tree until the snapshot is closed. Immutable but for the closing, so that many
 * threads may ask at once; they must be done before it is closed.
 *
 * <p>Every method throws {@link UncheckedIOException} if the disk or the index on it fails.
 */
public final class IndexSnapshot implements AutoCloseable {

  private final LiveSearcher searcher;
  private final FileDocuments files;
  private final About about;
  private final IndexCache memory;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * What a snapshot is of.
   *
   * @param rules those by which an overlay takes files in
   */
  record About(long generation, String tree, IndexRules rules) {}

  /** Takes over one reference to the searcher's reader. */
  IndexSnapshot(LiveSearcher searcher, About about, IndexCache memory) {
    this.searcher = searcher;
    this.files = new FileDocuments(searcher.getIndexReader(), memory);
    this.about = about;
    this.memory = memory;
  }

  /**
   * The number of the state it shows: of two snapshots of one index with the same number and no
   * overlay, the answers are the same. 0 for an index that holds nothing yet.
   */
  public long generation() {
    return about.generation();
  }

  /**
   * The id of the tree; of an overlay, that of the tree below it. Empty if it holds nothing yet.
   */
  public String tree() {
    return about.tree();
  }

  /** The best chunks, the best first; of equal ones the path decides, then the line. */
  public List<Hit> search(TextQuery query, int limit) {
    return read(() -> new ChunkSearch(searcher, query).best(limit));
  }

  /** The best chunks of these files alone, in the same order and with the same scores. */
  public List<Hit> search(TextQuery query, Collection<String> paths, int limit) {
    return read(() -> new ChunkSearch(searcher, query, Optional.of(paths)).best(limit));
  }

  /** Searches for words alone. */
  public List<Hit> search(String words, int limit) {
    return search(new TextQuery(words, List.of()), limit);
  }

  /** All files that can be found, sorted. */
  public List<String> paths() {
    return read(() -> files.sizes().stream().map(FileSize::path).toList());
  }

  /**
   * A file that can be found.
   *
   * @param bytes how long it is in its tree
   */
  public record FileSize(String path, long bytes) {}

  /** All files that can be found, sorted, with how long they are. */
  public List<FileSize> sizes() {
    return read(() -> files.sizes());
  }

  /** How long a file is in its tree; nothing if it cannot be found. */
  public OptionalLong size(String path) {
    return read(() -> files.size(path));
  }

  /** Whether this file can be found. */
  public boolean contains(String path) {
    return read(() -> files.contains(path));
  }

  /** Exactly what was indexed of a file; nothing if it is not there. */
  public Optional<String> text(String path) {
    return read(() -> files.text(path));
  }

  /** These lines of a file, as far as they are there, with their ends. */
  public Optional<String> text(String path, LineRange lines) {
    return text(path).map(text -> LineOffsets.of(text).text(lines));
  }

  /** The hash of a file's content, as its source tree writes it. */
  public Optional<String> hash(String path) {
    return read(() -> files.hash(path));
  }

  /**
   * What is known of a file: what a {@link FileParser} said, or, if none has been asked yet, its
   * pieces as plain text. Nothing if the file is not there.
   */
  public Optional<ParsedFile> parsed(String path) {
    return read(() -> files.parsed(path));
  }

  /** The files that define something of this name, own or qualified, sorted. */
  public List<String> pathsDefining(String name) {
    return read(() -> files.paths(new Term(IndexFields.DEFINES, name)));
  }

  /**
   * The same; nothing if there are more than {@code most}, which is found out sooner than all of
   * them.
   */
  public Optional<List<String>> pathsDefining(String name, int most) {
    return read(() -> files.paths(new Term(IndexFields.DEFINES, name), most));
  }

  /** The files that use this name without defining it, sorted. */
  public List<String> pathsReferringTo(String name) {
    return read(() -> files.paths(new Term(IndexFields.REFERS, name)));
  }

  /**
   * The same; nothing if there are more than {@code most}, which is found out sooner than all of
   * them.
   */
  public Optional<List<String>> pathsReferringTo(String name, int most) {
    return read(() -> files.paths(new Term(IndexFields.REFERS, name), most));
  }

  /** How far the syntax is known. */
  public IndexStatus.Coverage coverage() {
    return read(() -> files.coverage());
  }

  /**
   * What is in the tree and cannot be found, by reason; reasons that do not occur are not there.
   */
  public Map<SkipReason, Integer> skipped() {
    Map<SkipReason, Integer> skipped = new EnumMap<>(SkipReason.class);
    for (SkipReason skip : SkipReason.values()) {
      int count = read(() -> files.count(FileDocuments.skipped(skip)));
      if (count > 0) {
        skipped.put(skip, count);
      }
    }
    return skipped;
  }

  /**
   * A snapshot that answers as if these files had this content, read by its syntax, or were deleted
   * where there is none. Both snapshots must be closed, in any order.
   */
  public IndexSnapshot overlay(
      Map<String, Optional<byte[]>> changes, FileParser syntax, CancellationToken token)
      throws InterruptedException {
    if (changes.isEmpty()) {
      return again();
    }
    Overlay overlay = Overlay.of(changes, about, syntax, token);
    return read(() -> overlay.over(this));
  }

  /**
   * A snapshot that answers as if these files were all there are. Both snapshots must be closed, in
   * any order.
   *
   * @param paths asked once about each path of each part of the index
   */
  public IndexSnapshot only(Predicate<String> paths) {
    return read(() -> Overlay.showing(this, paths));
  }

  /** This state once more, to be closed by itself; it takes no time to make. */
  public IndexSnapshot again() {
    searcher.getIndexReader().incRef();
    return new IndexSnapshot(searcher, about, memory);
  }

  /** Whether both show the same state of the same index, so that what one says the other does. */
  public boolean isSameAs(IndexSnapshot other) {
    return searcher == other.searcher;
  }

  /** Releases the files on disk; a second close does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      read(
          () -> {
            searcher.getIndexReader().decRef();
            return true;
          });
    }
  }

  IndexSearcher searcher() {
    return searcher;
  }

  FileDocuments files() {
    return files;
  }

  About about() {
    return about;
  }

  IndexCache memory() {
    return memory;
  }

  static ParsedFile asText(String path, String text) {
    return new ParsedFile(
        Language.of(path), false, List.of(), List.of(), List.of(), LineOffsets.of(text).chunks());
  }

  private interface Reading<T> {
    T get() throws IOException;
  }

  private static <T> T read(Reading<T> reading) {
    try {
      return reading.get();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The index cannot be read (%s); clear it and update it, which makes it new"
              .formatted(e.getMessage()),
          e);
    }
  }
}
