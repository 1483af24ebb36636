package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.WorkerEnvironment;
import dev.cleveragents.store.DatabaseSettings.Access;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.store.sql.RowMapper;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An open database, SQLite or PostgreSQL, used the same way. Any number of threads may read and
 * write: they wait while the database's own threads, each with its own connection, do the work.
 *
 * <p>{@link #write} stores a unit of work whole or not at all and returns after the commit. Units
 * must not call the database in which they run. Threads and connections are created when first
 * needed and end with {@link #close}, which completes the units submitted before.
 */
public final class Database implements AutoCloseable {

  /** How much longer than the deadline a caller waits for a unit that is being stored. */
  private static final Duration ANSWER_MARGIN = Duration.ofSeconds(30);

  /** Runs units that have no kind of their own, one after the other. */
  private record SingleUnits<T>() implements BatchedWork<Function<Transaction, T>, T> {
    @Override
    public List<T> run(Transaction transaction, List<Function<Transaction, T>> units) {
      List<T> answers = new ArrayList<>();
      for (int i = 0; i < units.size(); i++) {
        try {
          answers.add(units.get(i).apply(transaction));
        } catch (Transaction.SqlFailure e) {
          throw e;
        } catch (Throwable e) {
          throw new UnitFailedException(i, e);
        }
      }
      return answers;
    }
  }

  private static final SingleUnits<?> SINGLE_UNITS = new SingleUnits<>();

  private final DatabaseSettings settings;
  private final Dialect dialect;
  private final UlidGenerator ids = UlidGenerator.system();
  private final String self = ids.next().toString();
  private final ThreadFactories threads;
  private final TimeSource time;
  private final @Nullable OpenFileLock mark;
  private final StoreClock clock;
  private final DatabaseThreads databaseThreads;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable TimerThread timer;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param wait how this opening waits; later operations use the deadline of the settings
   * @param connections wraps every connection before it is used, so that tests can make one fail
   */
  Database(
      DatabaseSettings settings,
      ThreadFactories threads,
      TimeSource time,
      OpenWaitPolicy wait,
      UnaryOperator<Connection> connections) {
    this.settings = settings;
    this.threads = threads;
    this.time = time;
    this.dialect = settings.dialect();
    DatabaseOpener.Opened opened = new DatabaseOpener(settings, dialect, time, wait).open();
    this.mark = opened.mark();
    this.clock = opened.clock();
    this.databaseThreads = new DatabaseThreads(settings, threads, ids, self, connections);
  }

  /** Opens the database of this address on this machine's clock. */
  public static Database open(String url) {
    return open(DatabaseSettings.at(url));
  }

  /** Opens the database of this address, with the tables of these modules. */
  public static Database open(String url, List<Migrations> modules) {
    return open(DatabaseSettings.at(url).with(modules));
  }

  /** Opens a database on this machine's clock. */
  public static Database open(DatabaseSettings settings) {
    return open(settings, ThreadFactories.standard(), TimeSource.system());
  }

  /** Opens a database and waits for the server until the deadline. */
  public static Database open(DatabaseSettings settings, ThreadFactories threads, TimeSource time) {
    return open(settings, threads, time, OpenWaitPolicy.untilDeadline());
  }

  /**
   * Opens a database: creates and migrates it, or, for a reader, requires that it exists. Waits for
   * a server that is not ready, as {@code wait} says; an interrupt ends the wait.
   *
   * @throws StoreException if it cannot be reached in time, or its schema version does not fit
   */
  public static Database open(
      DatabaseSettings settings, ThreadFactories threads, TimeSource time, OpenWaitPolicy wait) {
    return new Database(settings, threads, time, wait, UnaryOperator.identity());
  }

  /**
   * Runs a unit of work in a transaction and returns its result after the commit. The unit may run
   * more than once. An exception from it rolls it back and reaches the caller.
   */
  @SuppressWarnings("unchecked") // one kind of work for units of every type
  public <T> T write(Function<Transaction, T> unit) {
    return submit((SingleUnits<T>) SINGLE_UNITS, unit);
  }

  /** Submits a unit of this kind of work and returns its answer after the commit. */
  public <I, O> O submit(BatchedWork<I, O> work, I input) {
    requireWritable();
    PendingUnit<I, O> unit = new PendingUnit<>(work, input, deadline());
    databaseThreads.lane(work.lane()).put(unit);
    return answerTo(unit);
  }

  /**
   * Submits many units and waits for all of them; each fails or succeeds alone. At most as many as
   * the queue holds are submitted at a time, and the deadline of each begins when it is submitted,
   * so a list of any length is accepted.
   */
  public <I, O> List<Settled<O>> submitEach(BatchedWork<I, O> work, List<I> inputs) {
    requireWritable();
    List<Settled<O>> settled = new ArrayList<>(inputs.size());
    for (int from = 0; from < inputs.size(); from += settings.queueBound()) {
      int to = Math.min(inputs.size() - from, settings.queueBound()) + from;
      settled.addAll(submitTogether(work, inputs.subList(from, to)));
    }
    return settled;
  }

  private <I, O> List<Settled<O>> submitTogether(BatchedWork<I, O> work, List<I> inputs) {
    List<PendingUnit<I, O>> units = new ArrayList<>(inputs.size());
    List<Settled<O>> settled = new ArrayList<>(inputs.size());
    inputs.forEach(input -> units.add(new PendingUnit<>(work, input, deadline())));
    try {
      databaseThreads.lane(work.lane()).putAll(units);
    } catch (StoreException e) {
      units.forEach(unit -> unit.fail(e));
    }
    for (PendingUnit<I, O> unit : units) {
      try {
        settled.add(new Settled<>(answerTo(unit), null));
      } catch (RuntimeException e) {
        settled.add(new Settled<>(null, e));
      }
    }
    return settled;
  }

  /** The result of one unit of many: an answer or a failure. */
  public record Settled<O>(@Nullable O answer, @Nullable RuntimeException failure) {

    /** The answer; throws the failure if there is one. */
    @SuppressWarnings("NullAway") // an answer may be null where the kind of work says so
    public O orThrow() {
      if (failure != null) {
        throw failure;
      }
      return answer;
    }
  }

  /** Runs a read; it sees one snapshot of the database. */
  public <T> T read(Function<Transaction, T> read) {
    refuseOwnThreads();
    PendingUnit<Function<Transaction, T>, T> unit =
        new PendingUnit<>(new ReaderThreads.Read<>(), read, deadline());
    databaseThreads.readers().put(unit);
    return answerTo(unit);
  }

  /** The environment of a worker in this process. Close the worker before the database. */
  public WorkerEnvironment workerEnvironment() {
    synchronized (lock) {
      if (closed) {
        throw new StoreException(Kind.CLOSED, "The store is closed. Open it again", null);
      }
      if (timer == null) {
        timer = new TimerThread(threads);
      }
      return new WorkerEnvironment(
          threads, time, timer, ProcessIdentity.current(HostName.current()));
    }
  }

  /** The clock that all processes on this store share. */
  public StoreClock clock() {
    return clock;
  }

  /** The versions of the tables that this program creates and needs, by module. */
  public String schemaVersion() {
    return Schema.describe(new Schema(dialect, settings.modules()).wanted());
  }

  /** The address for messages, without secrets. */
  public String describe() {
    return dialect.describe();
  }

  /**
   * Adds a listener that is called when another process has stored something; a hint. It gets the
   * announced number, or {@code Long.MIN_VALUE} if that is unknown.
   */
  public void onChange(LongConsumer listener) {
    databaseThreads.listen(listener);
  }

  /**
   * Adds a listener that is called when any process, this one included, has stored a job or {@link
   * #announceNews news}; a hint, and often called for less.
   */
  public Listening onNews(Runnable listener) {
    return databaseThreads.listenToNews(listener);
  }

  /** Ends with {@link #close}. */
  @FunctionalInterface
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Whether this is an error of the database that concerns the whole transaction, and not the unit
   * of work in which it occurred.
   */
  public boolean isDatabaseError(Throwable thrown) {
    return thrown instanceof Transaction.SqlFailure failure
        && dialect.kindOf(failure.error()) != ErrorKind.PERMANENT;
  }

  /** Announces a number to other processes with the commit of this transaction. */
  public void announce(Transaction transaction, long number) {
    transaction.announce(number);
  }

  /** Tells the listeners for news in all processes of the commit; wakes no worker. */
  public void announceNews(Transaction transaction) {
    transaction.announceNews();
  }

  /**
   * Checks the whole SQLite file and returns the damage found, nothing if it is sound. PostgreSQL
   * verifies pages when it reads them, so there the result is always empty.
   */
  public List<String> check() {
    if (!dialect.hasOneWriter()) {
      return List.of();
    }
    return read(
        transaction ->
            transaction.query("PRAGMA integrity_check", RowMapper.of(String.class)).stream()
                .filter(line -> !line.equals("ok"))
                .toList());
  }

  /**
   * Completes the submitted units, then ends its threads and connections. A second call does
   * nothing.
   */
  @Override
  public void close() {
    TimerThread started;
    synchronized (lock) {
      closed = true;
      started = timer;
      timer = null;
    }
    if (started != null) {
      started.close();
    }
    databaseThreads.close();
    if (mark != null) {
      if (databaseThreads.fileIsThere()) {
        DatabaseOpener.checkpointLog(dialect);
      }
      mark.close();
    }
  }

  private long deadline() {
    return System.nanoTime() + settings.deadline().toNanos();
  }

  private void requireWritable() {
    refuseOwnThreads();
    if (settings.access() == Access.READ) {
      throw new StoreException(
          Kind.READ_ONLY, dialect.describe() + " was opened read-only. Open it for writing", null);
    }
  }

  private static void refuseOwnThreads() {
    if (DatabaseThreads.isMember()) {
      throw new IllegalStateException(
          "Effects must not call the store in which they run. Use the unit that they are given");
    }
  }

  private <O> O answerTo(PendingUnit<?, O> unit) {
    try {
      return unit.await(unit.deadline - System.nanoTime() + ANSWER_MARGIN.toNanos());
    } catch (TimeoutException e) {
      throw new StoreException(
          Kind.UNKNOWN_OUTCOME,
          "%s did not answer within %s. Check whether the change was stored before retrying"
              .formatted(dialect.describe(), settings.deadline().plus(ANSWER_MARGIN)),
          e);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  private static RuntimeException rethrown(@Nullable Throwable cause) {
    return switch (cause) {
      case Error error -> throw error;
      case RuntimeException unchecked -> unchecked;
      case null, default -> new StoreException(Kind.FAILED, String.valueOf(cause), cause);
    };
  }
}
