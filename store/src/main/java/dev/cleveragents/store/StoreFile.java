package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a SQLite store as a whole: copies it while other processes write, examines it,
 * replaces it. A copy is one snapshot, whatever is stored meanwhile.
 *
 * @param path where it is
 */
public record StoreFile(Path path, List<Migrations> modules) {

  private static final Logger log = LoggerFactory.getLogger(StoreFile.class);

  /** The log that belongs to the file, and its shared memory. */
  private static final List<String> BESIDE = List.of("-wal", "-shm");

  /**
   * The content of a sound file.
   *
   * @param schema the versions of its tables, by module
   * @param rows how many rows each table has
   */
  public record Examined(String schema, Map<String, Long> rows) {

    public Examined {
      rows = Map.copyOf(rows);
    }

    /** How many rows a table has, 0 if there is no such table. */
    public long rowsOf(String table) {
      return rows.getOrDefault(table, 0L);
    }
  }

  /**
   * Copies the store as it is now.
   *
   * @param to the target; must be absent or empty
   * @throws StoreException if the copy fails; the caller removes a partial file at {@code to}
   */
  public void copyTo(Path to) {
    try (Connection connection = dialect().connect(Dialect.ConnectionUse.READ);
        PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, to.toString());
      copy.execute();
      sync(to);
    } catch (SQLException e) {
      throw ErrorMessages.explain(dialect(), dialect().kindOf(e), e);
    } catch (IOException e) {
      throw new StoreException(Kind.FAILED, "Cannot copy the store to %s: %s".formatted(to, e), e);
    }
  }

  /**
   * Checks the whole file.
   *
   * @throws StoreException if it is damaged, not a store, or of a newer program
   */
  public Examined examine() {
    SqliteDialect dialect = dialect();
    try (Connection connection = dialect.connect(Dialect.ConnectionUse.READ);
        Statement statement = connection.createStatement()) {
      List<String> damage = new ArrayList<>();
      for (String line : texts(statement, "PRAGMA integrity_check(10)")) {
        if (!line.equals("ok")) {
          damage.add(line);
        }
      }
      if (!damage.isEmpty()) {
        throw new StoreException(
            Kind.DAMAGED,
            "%s is damaged: %s. Restore a backup"
                .formatted(dialect.describe(), String.join("; ", damage)),
            null);
      }
      return new Examined(version(dialect), rows(statement));
    } catch (SQLException e) {
      throw ErrorMessages.explain(dialect, dialect.kindOf(e), e);
    }
  }

  private String version(SqliteDialect dialect) throws SQLException {
    Schema schema = new Schema(dialect, modules);
    Map<String, Integer> found = schema.versions();
    if (found.isEmpty()) {
      throw new StoreException(
          Kind.DAMAGED, dialect.describe() + " is not a store: it has no schema version", null);
    }
    schema.requireKnown(found);
    return Schema.describe(found);
  }

  private static Map<String, Long> rows(Statement statement) throws SQLException {
    Map<String, Long> rows = new TreeMap<>();
    for (String table :
        texts(
            statement,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")) {
      rows.put(
          table,
          Long.parseLong(
              texts(statement, "SELECT count(*) FROM \"%s\"".formatted(table)).getFirst()));
    }
    return rows;
  }

  private static List<String> texts(Statement statement, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /**
   * Replaces the store by another file; no process may have the store open for writing. An existing
   * store is kept as {@code aside}, with its log.
   *
   * @param fresh a sound store in the same folder, which is moved
   * @param aside where an existing store is kept; empty if there must be none
   * @return whether there was an existing store
   * @throws StoreException if a process has the store open, if one exists and {@code aside} is
   *     empty, or if files cannot be moved; nothing has changed then
   */
  public boolean replaceWith(Path fresh, Optional<Path> aside) {
    return alone(
        () -> {
          boolean old = Files.exists(path);
          if (old && aside.isEmpty()) {
            throw new StoreException(Kind.FAILED, path + " exists already", null);
          }
          if (old) {
            keep(aside.orElseThrow());
          }
          Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
          return old;
        });
  }

  /**
   * Moves the store away with its log; no process may have it open for writing.
   *
   * @return whether there was one
   * @throws StoreException if a process has it open, or if files cannot be moved
   */
  public boolean moveTo(Path aside) {
    return alone(
        () -> {
          boolean old = Files.exists(path);
          if (old) {
            keep(aside);
            Files.delete(path);
          }
          return old;
        });
  }

  /** Changes files. */
  private interface FileChange {
    boolean run() throws IOException;
  }

  private boolean alone(FileChange change) {
    requireNotOpenHere();
    try (FileChannel opening = channel(".open");
        FileChannel migrating = channel(".migrating");
        FileLock alone = alone(opening);
        FileLock unmade = alone(migrating)) {
      if (!alone.isValid() || !unmade.isValid()) {
        throw new IOException("the locks were lost");
      }
      boolean done = change.run();
      sync(folder());
      return done;
    } catch (IOException e) {
      throw new StoreException(
          Kind.FAILED, "Cannot replace %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** Before any channel to the lock file is opened: closing it would release the store's lock. */
  private void requireNotOpenHere() {
    try {
      OwnerOnlyFiles.createFolders(folder());
      if (OpenFileLock.isHeldHere(path)) {
        throw inUse();
      }
    } catch (IOException e) {
      throw new StoreException(
          Kind.FAILED, "Cannot replace %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private StoreException inUse() {
    return new StoreException(
        Kind.BUSY,
        "%s is in use: a worker or another command has it open. Stop it first".formatted(path),
        null);
  }

  /** Checkpoints the log into the file; an empty or damaged file keeps its log. */
  private void emptyLog() {
    if (!dialect().hasContent()) {
      return;
    }
    try (Connection connection = dialect().connect(Dialect.ConnectionUse.WRITE);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SQLException e) {
      log.debug("{} keeps its log", path, e);
    }
  }

  /** Moves the log first: the file without its log would lose commits. */
  private void keep(Path aside) throws IOException {
    if (Files.exists(aside)) {
      throw new IOException(aside + " exists already");
    }
    emptyLog();
    List<Path> moved = new ArrayList<>();
    try {
      Files.createLink(aside, path);
      for (String suffix : BESIDE) {
        Path from = beside(path, suffix);
        if (Files.exists(from)) {
          Files.createLink(beside(aside, suffix), from);
          moved.add(from);
        }
      }
      sync(folder());
      for (Path from : moved) {
        Files.delete(from);
      }
    } catch (IOException e) {
      if (moved.stream().allMatch(Files::exists)) {
        Files.deleteIfExists(aside);
        for (String suffix : BESIDE) {
          Files.deleteIfExists(beside(aside, suffix));
        }
      }
      throw e;
    }
  }

  private FileChannel channel(String suffix) throws IOException {
    OwnerOnlyFiles.createFolders(folder());
    Path file = beside(path, suffix);
    OwnerOnlyFiles.createFile(file);
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private FileLock alone(FileChannel channel) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw inUse();
    }
    return lock;
  }

  private Path folder() {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null) {
      throw new StoreException(Kind.MISCONFIGURED, path + " is not a file", null);
    }
    return folder;
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static void sync(Path path) throws IOException {
    StandardOpenOption how =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }

  private SqliteDialect dialect() {
    return new SqliteDialect(path.toAbsolutePath());
  }
}
