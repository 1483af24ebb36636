package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.WorkerEnvironment;
import dev.cleveragents.store.DatabaseSettings.Access;
import dev.cleveragents.store.StoreException.Kind;
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
 * A database that is open: SQLite or PostgreSQL, used the same way. Any number of threads may read
 * and write; they wait while threads of the database's own do it, each with its own connection.
 *
 * <p>{@link #write} stores a unit of work whole or not at all and returns after the commit. Units
 * must not call the database they run in. Threads and connections are made when first needed and
 * end with {@link #close}, which does what was handed over before.
 */
public final class Database implements AutoCloseable {

  /** How much longer than the deadline a caller waits for a unit that is being stored. */
  private static final Duration LAST_WORD = Duration.ofSeconds(30);

  /** A unit of work of its own kind. */
  private record Alone<T>() implements BatchedWork<Function<Transaction, T>, T> {
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

  private static final Alone<?> ALONE = new Alone<>();

  private final DatabaseSettings settings;
  private final Dialect dialect;
  private final UlidGenerator ids = UlidGenerator.system();
  private final String self = ids.next().toString();
  private final ThreadFactories threads;
  private final TimeSource time;
  private final @Nullable OpenMark mark;
  private final StoreClock clock;
  private final DatabaseThreads databaseThreads;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable TimerThread timer;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param patience of this opening, not of what is done later
   * @param connections sees every connection that units of work and reads are done on, before it is
   *     used: where tests make one fail
   */
  Database(
      DatabaseSettings settings,
      ThreadFactories threads,
      TimeSource time,
      OpenWaitPolicy patience,
      UnaryOperator<Connection> connections) {
    this.settings = settings;
    this.threads = threads;
    this.time = time;
    this.dialect = settings.dialect();
    DatabaseOpener.Opened opened = new DatabaseOpener(settings, dialect, time, patience).open();
    this.mark = opened.mark();
    this.clock = opened.clock();
    this.databaseThreads = new DatabaseThreads(settings, threads, ids, self, connections);
  }

  /** Opens the database of this address on this machine's clock. */
  public static Database open(String url) {
    return open(DatabaseSettings.at(url));
  }

  /** The same with the tables of these modules. */
  public static Database open(String url, List<Migrations> modules) {
    return open(DatabaseSettings.at(url).with(modules));
  }

  /** Opens a database on this machine's clock. */
  public static Database open(DatabaseSettings settings) {
    return open(settings, ThreadFactories.standard(), TimeSource.system());
  }

  /** Opens a database, with the patience of a service. */
  public static Database open(DatabaseSettings settings, ThreadFactories threads, TimeSource time) {
    return open(settings, threads, time, OpenWaitPolicy.untilDeadline());
  }

  /**
   * Opens a database: makes and migrates it, or, for a reader, requires it to be there. A server
   * that is not ready just now is waited for with this patience; an interrupt ends that.
   *
   * @throws StoreException if it cannot be reached in time, or is of a newer version, or, for a
   *     reader, of any other version than this program's
   */
  public static Database open(
      DatabaseSettings settings,
      ThreadFactories threads,
      TimeSource time,
      OpenWaitPolicy patience) {
    return new Database(settings, threads, time, patience, UnaryOperator.identity());
  }

  /**
   * Does a unit of work in a transaction and returns what it returns, after the commit. It may run
   * more than once; what it throws takes it back and reaches the caller.
   */
  @SuppressWarnings("unchecked") // one kind of work for units of every type
  public <T> T write(Function<Transaction, T> unit) {
    return submit((Alone<T>) ALONE, unit);
  }

  /** Hands a unit to its kind of work and returns the answer, after the commit. */
  public <I, O> O submit(BatchedWork<I, O> work, I input) {
    requireWritable();
    PendingUnit<I, O> unit = new PendingUnit<>(work, input, deadline());
    databaseThreads.lane(work.lane()).put(unit);
    return answerTo(unit);
  }

  /**
   * Hands over many units at once and waits for all of them; each fails or succeeds alone. No more
   * are under way than may wait, and each has the deadline from when it is its turn: however many
   * they are, they are not too many.
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

  /** How one unit of many ended: with an answer, or with a failure. */
  public record Settled<O>(@Nullable O answer, @Nullable RuntimeException failure) {

    /** The answer, or what was thrown instead. */
    @SuppressWarnings("NullAway") // an answer may be null where the kind of work says so
    public O orThrow() {
      if (failure != null) {
        throw failure;
      }
      return answer;
    }
  }

  /** Reads; everything read is of one moment. */
  public <T> T read(Function<Transaction, T> read) {
    refuseOwnThreads();
    PendingUnit<Function<Transaction, T>, T> unit =
        new PendingUnit<>(new ReaderThreads.Read<>(), read, deadline());
    databaseThreads.readers().put(unit);
    return answerTo(unit);
  }

  /** What a worker in this process needs; its timer ends with the database, so close it first. */
  public WorkerEnvironment workerEnvironment() {
    synchronized (lock) {
      if (closed) {
        throw new StoreException(Kind.CLOSED, "The store is closed; open it again", null);
      }
      if (timer == null) {
        timer = new TimerThread(threads);
      }
      return new WorkerEnvironment(
          threads, time, timer, ProcessIdentity.current(HostName.current()));
    }
  }

  /** The clock that everybody on this store goes by. */
  public StoreClock clock() {
    return clock;
  }

  /** The versions of the tables that this program creates and needs, by module. */
  public String schemaVersion() {
    return Schema.describe(new Schema(dialect, settings.modules()).wanted());
  }

  /** For people, without secrets. */
  public String describe() {
    return dialect.describe();
  }

  /**
   * From now on this is called when another process has stored something; a hint. It is given the
   * number that was announced, or the least there is where that is not known.
   */
  public void onChange(LongConsumer listener) {
    databaseThreads.listen(listener);
  }

  /**
   * Whether this is an error of the database that runs the transaction again or ends it as a whole,
   * and so has nothing to do with the unit of work that met it.
   */
  public boolean isOwnTrouble(Throwable thrown) {
    return thrown instanceof Transaction.SqlFailure failure
        && dialect.kindOf(failure.error()) != ErrorKind.LASTING;
  }

  /** Tells other processes a number, with the commit of this transaction. */
  public void announce(Transaction transaction, long number) {
    transaction.announce(number);
  }

  /**
   * Looks for damage; returns what it found, nothing if the database is sound. Reads all of it.
   * PostgreSQL checks itself while it reads, so there it only answers that it does.
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
   * Does what was handed over, then ends its threads and connections. A second call does nothing.
   */
  @Override
  public void close() {
    TimerThread ringing;
    synchronized (lock) {
      closed = true;
      ringing = timer;
      timer = null;
    }
    if (ringing != null) {
      ringing.close();
    }
    databaseThreads.close();
    if (mark != null) {
      DatabaseOpener.foldLog(dialect);
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
          Kind.READ_ONLY, dialect.describe() + " was opened for reading; nothing is written", null);
    }
  }

  private static void refuseOwnThreads() {
    if (DatabaseThreads.isMember()) {
      throw new IllegalStateException(
          "Effects must not call the store they run in; they have their unit for that");
    }
  }

  private <O> O answerTo(PendingUnit<?, O> unit) {
    try {
      return unit.await(unit.deadline - System.nanoTime() + LAST_WORD.toNanos());
    } catch (TimeoutException e) {
      throw new StoreException(
          Kind.UNKNOWN_OUTCOME,
          "%s has not answered within %s; look whether it was stored before doing it again"
              .formatted(dialect.describe(), settings.deadline().plus(LAST_WORD)),
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
