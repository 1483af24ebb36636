package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.PostgresDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls listeners when something was stored: those of changes by other processes, and those of news
 * from any process, this one included. PostgreSQL sends notifications to a dedicated connection;
 * for a SQLite file the change counter is polled, which costs microseconds. All listeners are
 * called after every reconnect, because notifications may have been missed.
 *
 * <p>These are hints only: a listener also polls.
 */
final class ChangeWatcher implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ChangeWatcher.class);

  /** The text of a notification that wakes no worker. */
  private static final String NEWS = "news";

  /** The poll interval for a SQLite file: a hint takes at most twice as long. */
  private static final Duration ASK_EVERY = Duration.ofMillis(20);

  private static final Duration RECONNECT_AFTER = Duration.ofMillis(500);

  private final Dialect dialect;
  private final String self;
  private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> newsListeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * @param self the sender in this process's own notifications, which only tell news
   */
  ChangeWatcher(Dialect dialect, String self) {
    this.dialect = dialect;
    this.self = self;
  }

  /** Adds a listener, called on the watcher's thread when something may have changed. */
  void listen(LongConsumer listener) {
    listeners.add(listener);
  }

  /** Adds a listener, called on the watcher's thread when any process may have stored something. */
  void listenToNews(Runnable listener) {
    newsListeners.add(listener);
  }

  void unlisten(Runnable listener) {
    newsListeners.remove(listener);
  }

  /** The loop of the watcher's thread; returns once it is closed. */
  void run() {
    while (closing.getCount() > 0) {
      try (Connection connection = dialect.connect(Dialect.ConnectionUse.READ)) {
        if (dialect.hasOneWriter()) {
          watch(connection);
        } else {
          hear(connection);
        }
      } catch (SQLException | RuntimeException e) {
        log.debug("No wake-ups from {} for now: {}", dialect.describe(), e.getMessage());
        pause(RECONNECT_AFTER);
      }
    }
  }

  @Override
  public void close() {
    closing.countDown();
  }

  private void watch(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long seen = -1;
      while (!pause(ASK_EVERY)) {
        long now = changeCounter(statement);
        if (now != seen) {
          seen = now;
          tell(Long.MIN_VALUE);
        }
      }
    }
  }

  private static long changeCounter(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("PRAGMA data_version")) {
      row.next();
      return row.getLong(1);
    }
  }

  private void hear(Connection connection) throws SQLException {
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + PostgresDialect.CHANNEL);
    }
    tell(Long.MIN_VALUE);
    PGConnection postgres = connection.unwrap(PGConnection.class);
    while (closing.getCount() > 0) {
      PGNotification[] heard = postgres.getNotifications(500);
      if (heard != null) {
        lowestFromOthers(heard).ifPresent(this::tellOfOthers);
        tellNews();
      }
    }
  }

  /** The text of a notification: its sender and a number. */
  static String announcement(String self, long number) {
    return self + " " + number;
  }

  /** The text of a notification without a number. */
  static String news(String self) {
    return self + " " + NEWS;
  }

  private OptionalLong lowestFromOthers(PGNotification[] heard) {
    return Stream.of(heard)
        .map(notification -> notification.getParameter().split(" ", 2))
        .filter(words -> !words[0].equals(self) && !(words.length == 2 && words[1].equals(NEWS)))
        .mapToLong(ChangeWatcher::number)
        .min();
  }

  /** Any program may notify; a text in another form only says that something has changed. */
  private static long number(String[] words) {
    try {
      return words.length == 2 ? Long.parseLong(words[1]) : Long.MIN_VALUE;
    } catch (NumberFormatException e) {
      return Long.MIN_VALUE;
    }
  }

  private void tell(long number) {
    tellOfOthers(number);
    tellNews();
  }

  private void tellOfOthers(long number) {
    listeners.forEach(listener -> call(() -> listener.accept(number)));
  }

  private void tellNews() {
    newsListeners.forEach(ChangeWatcher::call);
  }

  private static void call(Runnable listener) {
    try {
      listener.run();
    } catch (Throwable e) {
      log.warn("A listener for changes failed; it will notice by polling", e);
    }
  }

  /** Waits; true if the watcher is closed. */
  private boolean pause(Duration wait) {
    try {
      return closing.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      close();
      return true;
    }
  }
}
