package dev.cleveragents.store;

import dev.cleveragents.store.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where a database is and how it is used. Start from {@link #at} and change what differs.
 *
 * @param url {@code jdbc:sqlite:<file>} or {@code jdbc:postgresql://<host>/<database>?user=…}
 * @param access whether it may be written; readers neither make it nor migrate it
 * @param deadline how long a unit of work may take, waiting included, and how long an opening waits
 *     for a server that is not ready; default 30 s: longer than a restart of the server
 * @param readers how many threads, each with a connection, read at once; default 2
 * @param queueBound how many units of work may wait before callers have to; default 10,000
 * @param modules whose tables are needed beside those of jobs; default none
 */
public record DatabaseSettings(
    String url,
    Access access,
    Duration deadline,
    int readers,
    int queueBound,
    List<Migrations> modules) {

  /** What a program wants of the database. */
  public enum Access {
    /** To look at it: it must be there, and of this program's schema. */
    READ,
    /** To use it: it is made and migrated if need be. */
    WRITE
  }

  public DatabaseSettings {
    modules = List.copyOf(modules);
    if (!deadline.isPositive() || readers < 1 || queueBound < 1) {
      throw new IllegalArgumentException(
          "deadline, readers and queueBound must be positive, are %s, %d, %d"
              .formatted(deadline, readers, queueBound));
    }
  }

  /** The database of this address, to be written. */
  public static DatabaseSettings at(String url) {
    return new DatabaseSettings(url, Access.WRITE, Duration.ofSeconds(30), 2, 10_000, List.of());
  }

  /** The same, for a reader. */
  public DatabaseSettings readOnly() {
    return new DatabaseSettings(url, Access.READ, deadline, readers, queueBound, modules);
  }

  /** The same with this deadline. */
  public DatabaseSettings withDeadline(Duration deadline) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  /** The same with this number of reading threads. */
  public DatabaseSettings withReaders(int readers) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  /** The same with room for this number of waiting units of work. */
  public DatabaseSettings withQueueBound(int queueBound) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  /** The same with the tables of these modules. */
  public DatabaseSettings with(List<Migrations> modules) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  Dialect dialect() {
    if (url.startsWith("jdbc:sqlite:")) {
      requirePlain(url);
      return new SqliteDialect(Path.of(url.substring("jdbc:sqlite:".length())).toAbsolutePath());
    }
    if (url.startsWith("jdbc:postgresql:")) {
      return new PostgresDialect(url, PostgresDialect.Timeouts.STANDARD);
    }
    throw new StoreException(
        Kind.MISCONFIGURED,
        "'%s' is no address of a store; write jdbc:sqlite:<file> or jdbc:postgresql://<host>/<database>"
            .formatted(url.replaceFirst("[?].*", "?…").replaceFirst("//.*@", "//…@")),
        null);
  }

  /** The driver takes what follows for its settings, and the file would be another one. */
  private static void requirePlain(String sqlite) {
    if (sqlite.matches("(?s).*[?].*[=&].*")) {
      throw new StoreException(
          Kind.MISCONFIGURED,
          "A SQLite database cannot lie at %s: its driver would take what follows the question mark for"
                  .formatted(sqlite.substring("jdbc:sqlite:".length()))
              + " settings; choose a path without = or & behind one",
          null);
    }
  }
}
