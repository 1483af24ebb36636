package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.PostgresDialect;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The address of a database and how it is used. Start from {@link #at} and change what differs.
 *
 * @param url {@code jdbc:sqlite:<file>} or {@code jdbc:postgresql://<host>/<database>?user=…}
 * @param access whether it may be written; readers neither create nor migrate it
 * @param deadline how long a unit of work may take, waiting included, and how long an opening waits
 *     for a server that is not ready; default 30 s, longer than a restart of the server
 * @param readers the number of reading threads, each with a connection; default 2
 * @param queueBound how many units of work may be queued before callers block; default 10,000
 * @param modules the modules with tables of their own; default none
 */
public record DatabaseSettings(
    String url,
    Access access,
    Duration deadline,
    int readers,
    int queueBound,
    List<Migrations> modules) {

  /** How a program uses the database. */
  public enum Access {
    /** Read-only: it must exist and have this program's schema version. */
    READ,
    /** Read and write: it must exist, and is migrated if necessary. */
    EXISTING,
    /** Read and write: it is created and migrated if necessary. */
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

  /** The database of this address, for reading and writing. */
  public static DatabaseSettings at(String url) {
    return new DatabaseSettings(url, Access.WRITE, Duration.ofSeconds(30), 2, 10_000, List.of());
  }

  /** The same, for a reader. */
  public DatabaseSettings readOnly() {
    return new DatabaseSettings(url, Access.READ, deadline, readers, queueBound, modules);
  }

  /** The same, for a writer that does not create it. */
  public DatabaseSettings existing() {
    return new DatabaseSettings(url, Access.EXISTING, deadline, readers, queueBound, modules);
  }

  /** The same with this deadline. */
  public DatabaseSettings withDeadline(Duration deadline) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  /** The same with this number of reading threads. */
  public DatabaseSettings withReaders(int readers) {
    return new DatabaseSettings(url, access, deadline, readers, queueBound, modules);
  }

  /** The same with this bound of the queue. */
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
        ("'%s' is not the address of a store. Write jdbc:sqlite:<file> or"
                + " jdbc:postgresql://<host>/<database>")
            .formatted(url.replaceFirst("[?].*", "?…").replaceFirst("//.*@", "//…@")),
        null);
  }

  /** The driver reads what follows a question mark as settings and would open another file. */
  private static void requirePlain(String sqlite) {
    if (sqlite.matches("(?s).*[?].*[=&].*")) {
      throw new StoreException(
          Kind.MISCONFIGURED,
          ("Cannot use %s as a SQLite file: the driver would read the part after the"
                  + " question mark as settings. Choose a path without = or & after it")
              .formatted(sqlite.substring("jdbc:sqlite:".length())),
          null);
    }
  }
}
