package dev.cleveragents.context.index.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A folder as it is now. No link is followed, so nothing outside the folder is read; a file that a
 * link leads to is read where it is. What a {@code .gitignore} excludes is not read. Whether a file
 * has changed is decided by its content, which is read and hashed each time: a time stamp can be
 * set back.
 */
public final class FolderTree implements SourceTree {

  static final String PREFIX = "folder:";

  /** Folders that are not looked into: they belong to version control or to this system. */
  public static final Set<String> PROTECTED = Set.of(".git", ".hg", ".svn", ".cleveragents");

  /** Folders that hold what tools bring or make. */
  public static final Set<String> IGNORED =
      Set.of("node_modules", "__pycache__", ".venv", ".gradle", ".tox", ".mypy_cache", ".idea");

  /** How many files a thread takes at a time. */
  private static final int PIECE_FILES = 64;

  private static final ParallelWork WORKERS = new ParallelWork(ThreadFactories.standard(), 2);

  private final Path root;
  private final Git git;
  private final Path rules;

  /**
   * The folder at this path; if the path itself is a link, where it leads to.
   *
   * @param git is asked what the folder's {@code .gitignore} files exclude
   * @param rules where git may have an empty repository, which no command can write
   * @throws UnreadableFolderException if there is no such folder
   */
  public FolderTree(Path folder, Git git, Path rules) {
    this.git = git;
    this.rules = rules;
    try {
      this.root = folder.toRealPath();
    } catch (IOException e) {
      throw new UnreadableFolderException(
          "The folder %s cannot be indexed: it is not there or cannot be read; name another"
              .formatted(folder),
          e);
    }
    if (!Files.isDirectory(root)) {
      throw new UnreadableFolderException("%s is no folder; name one".formatted(folder));
    }
  }

  public static String idOf(List<Entry> entries) {
    return PREFIX + ContentHash.ofAll(entries);
  }

  @Override
  public Optional<String> knownId() {
    return Optional.empty();
  }

  @Override
  public Optional<Difference> since(String id, CancellationToken token) {
    return Optional.empty();
  }

  @Override
  public Listing list(long largest, CancellationToken token) throws InterruptedException {
    try {
      GitIgnoreRules ignored = new GitIgnoreRules(git, root, rules);
      FolderWalk walk = new FolderWalk(root, largest, ignored);
      walk.run(token);
      List<Entry> entries = new ArrayList<>(walk.entries());
      entries.addAll(hashed(walk.files(), token));
      entries.sort(Comparator.comparing(Entry::path));
      return new Listing(idOf(entries), entries);
    } catch (IOException e) {
      throw new UnreadableFolderException(
          "The folder %s could not be listed: %s; try again".formatted(root, e.getMessage()), e);
    }
  }

  /** The entries of these files, which are read on a few threads. */
  private List<Entry> hashed(List<Path> files, CancellationToken token)
      throws IOException, InterruptedException {
    Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    List<List<Path>> pieces = new ArrayList<>();
    for (int from = 0; from < files.size(); from += PIECE_FILES) {
      pieces.add(files.subList(from, Math.min(files.size(), from + PIECE_FILES)));
    }
    WORKERS.each(
        pieces,
        (piece, each) -> {
          for (Path file : piece) {
            each.throwIfCancelled();
            entries.add(hashed(file));
          }
        },
        piece -> {},
        () -> {},
        token);
    return List.copyOf(entries);
  }

  private Entry hashed(Path file) {
    return content(file)
        .map(read -> new Entry(path(file), read.hash(), read.bytes().length, Kind.FILE))
        .orElseGet(() -> skipped(path(file), Kind.UNREADABLE));
  }

  static Entry skipped(String path, Kind kind) {
    return new Entry(path, kind.name(), 0, kind);
  }

  private String path(Path file) {
    return path(root, file);
  }

  /** A file's path below a folder. */
  static String path(Path folder, Path file) {
    String path = folder.relativize(file).toString();
    return path.isEmpty() ? "." : path.replace(file.getFileSystem().getSeparator(), "/");
  }

  @Override
  public List<Optional<Content>> read(List<Entry> files, CancellationToken token) {
    List<Optional<Content>> contents = new ArrayList<>();
    for (Entry file : files) {
      token.throwIfCancelled();
      contents.add(content(root.resolve(file.path())));
    }
    return contents;
  }

  /** What is in a file, up to one byte more than can be indexed. */
  private Optional<Content> content(Path file) {
    try (InputStream in =
        Channels.newInputStream(
            Files.newByteChannel(
                file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
      if (!file.toRealPath().equals(file)) {
        return Optional.empty();
      }
      byte[] bytes = in.readNBytes(MOST_AT_ONCE + 1);
      return Optional.of(new Content(bytes, ContentHash.PLAIN.of(bytes)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The folder cannot be read; nothing is wrong with the index. */
  public static final class UnreadableFolderException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnreadableFolderException(String message, Throwable cause) {
      super(message, cause);
    }

    public UnreadableFolderException(String message) {
      super(message);
    }
  }
}
