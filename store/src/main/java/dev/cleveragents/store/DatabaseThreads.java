package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqlConnection;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an open database: its writers, one per lane, its readers, the {@link
 * ChangeWatcher}, and the {@link WalCheckpointer} of a SQLite file. Each starts when first needed,
 * owns its connection, and ends with {@link #close}, which completes the submitted units first. The
 * lock guards which threads were started.
 */
final class DatabaseThreads implements AutoCloseable {

  private static final Duration END_WITHIN = Duration.ofSeconds(10);
  private static final ThreadLocal<Boolean> IS_MEMBER = ThreadLocal.withInitial(() -> false);

  private final DatabaseSettings settings;
  private final Dialect dialect;
  private final UlidGenerator ids;
  private final String self;
  private final UnaryOperator<Connection> connections;
  private final Scope scope;
  private final ChangeWatcher watcher;
  private final OpenedFile file;
  private final ReaderThreads readers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<BatchedWork.Lane, GroupCommitWriter> writers =
      new EnumMap<>(BatchedWork.Lane.class);

  @GuardedBy("lock")
  private boolean reading;

  @GuardedBy("lock")
  private boolean watching;

  @GuardedBy("lock")
  private @Nullable WalCheckpointer checkpointer;

  @GuardedBy("lock")
  private boolean closed;

  DatabaseThreads(
      DatabaseSettings settings,
      ThreadFactories threads,
      UlidGenerator ids,
      String self,
      UnaryOperator<Connection> connections) {
    this.settings = settings;
    this.dialect = settings.dialect();
    this.ids = ids;
    this.self = self;
    this.connections = connections;
    this.scope = Scope.open("store", threads, CancellationToken.none());
    this.watcher = new ChangeWatcher(dialect, self);
    this.file = OpenedFile.of(dialect);
    this.readers =
        new ReaderThreads(
            dialect, () -> connect(Dialect.ConnectionUse.READ), file, settings.queueBound());
  }

  /**
   * Whether this is a thread that writes or reads, which must not wait for another. A virtual
   * thread never is; asking its thread-local would create a map for each.
   */
  static boolean isMember() {
    return !Thread.currentThread().isVirtual() && IS_MEMBER.get();
  }

  /** The writer of this lane; all lanes share one where the database has one writer. */
  GroupCommitWriter lane(BatchedWork.Lane lane) {
    BatchedWork.Lane own = dialect.hasOneWriter() ? BatchedWork.Lane.MOVES : lane;
    synchronized (lock) {
      if (closed) {
        throw new StoreException(Kind.CLOSED, "The store is closed. Open it again", null);
      }
      return writers.computeIfAbsent(own, this::startWriter);
    }
  }

  /** The reading threads, started now if they were not. */
  ReaderThreads readers() {
    synchronized (lock) {
      if (!reading && !closed) {
        reading = true;
        for (int i = 0; i < settings.readers(); i++) {
          scope.forkPlatform("reader-" + i, () -> work(readers::run));
        }
      }
    }
    return readers;
  }

  /** Adds a listener for changes by other processes; it is called on a thread that may read. */
  void listen(LongConsumer listener) {
    watcher.listen(listener);
    startWatcher();
  }

  /** Adds a listener for changes by any process, until the returned listening is closed. */
  Database.Listening listenToNews(Runnable listener) {
    watcher.listenToNews(listener);
    startWatcher();
    return () -> watcher.unlisten(listener);
  }

  private void startWatcher() {
    synchronized (lock) {
      if (!watching && !closed) {
        watching = true;
        scope.forkPlatform(
            "wake",
            () -> {
              watcher.run();
              return null;
            });
      }
    }
  }

  /** Whether the file of the database, if it has one, is still the one that was opened. */
  boolean fileIsThere() {
    return file.isThere();
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    List<GroupCommitWriter> open;
    WalCheckpointer log;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(writers.values());
      log = checkpointer;
    }
    open.forEach(GroupCommitWriter::close);
    if (log != null) {
      log.close();
    }
    readers.close();
    watcher.close();
    try {
      scope.join(END_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    scope.closeWithin(END_WITHIN);
  }

  @GuardedBy("lock")
  private GroupCommitWriter startWriter(BatchedWork.Lane lane) {
    Optional<WalCheckpointer> log = startCheckpointer();
    GroupCommitWriter.Resources resources =
        new GroupCommitWriter.Resources(
            () -> connect(Dialect.ConnectionUse.WRITE), ids, new AnswerDelivery(scope), log, file);
    GroupCommitWriter writer =
        new GroupCommitWriter(self, dialect, resources, new UnitQueue(settings.queueBound()));
    scope.forkPlatform("lane-" + lane, () -> work(writer::run));
    return writer;
  }

  @GuardedBy("lock")
  private Optional<WalCheckpointer> startCheckpointer() {
    if (!(dialect instanceof SqliteDialect sqlite)) {
      return Optional.empty();
    }
    WalCheckpointer started = new WalCheckpointer(sqlite);
    checkpointer = started;
    scope.forkPlatform("log", () -> work(started::run));
    return Optional.of(started);
  }

  private static @Nullable Void work(Runnable loop) {
    IS_MEMBER.set(true);
    loop.run();
    return null;
  }

  private SqlConnection connect(Dialect.ConnectionUse use) throws SQLException {
    return new SqlConnection(dialect, connections.apply(dialect.connect(use)));
  }
}
