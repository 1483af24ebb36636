package dev.cleveragents.store.connection;

import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.SqlQuery;
import dev.cleveragents.store.sql.SqlStatement;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * PostgreSQL: transactions are READ COMMITTED and lock the rows about which they decide. Nothing
 * depends on session state, so a proxy may pool transactions; only {@code ChangeWatcher} needs a
 * dedicated connection.
 */
public record PostgresDialect(String url, Timeouts timeouts) implements Dialect {

  /** The channel of the notifications that commits send. */
  public static final String CHANNEL = "cleveragents";

  /**
   * The time-outs of the server.
   *
   * @param lock for a lock; shorter than the beat interval, so that a stuck lock never ends a
   *     session
   * @param statement for one statement
   * @param connect for opening a connection
   */
  public record Timeouts(Duration lock, Duration statement, Duration connect) {

    public static final Timeouts STANDARD =
        new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(5));
  }

  @Override
  public String describe() {
    return "PostgreSQL database " + url.replaceFirst("\\?.*", "").replaceFirst("//.*@", "//");
  }

  @Override
  public boolean hasOneWriter() {
    return false;
  }

  @Override
  public Connection connect(ConnectionUse use) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "cleveragents");
    properties.setProperty("reWriteBatchedInserts", "true");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("connectTimeout", seconds(timeouts.connect));
    properties.setProperty("loginTimeout", seconds(timeouts.connect));
    // The server's details on a rejected row would contain the row's data.
    properties.setProperty("logServerErrorDetail", "false");
    // Longer than the server's own time-out, for a server that does not answer.
    properties.setProperty("socketTimeout", seconds(timeouts.statement.plusSeconds(5)));
    Connection connection = isAddress() ? new Driver().connect(url, properties) : null;
    if (connection == null) {
      throw new StoreException(
          StoreException.Kind.MISCONFIGURED,
          ("Not the address of a PostgreSQL database: %s. Write"
                  + " jdbc:postgresql://host/database, followed by ?user=…&password=… if needed")
              .formatted(describe()),
          null);
    }
    connection.setAutoCommit(false);
    return connection;
  }

  /**
   * Whether the driver can use the address. Its own error would show the whole address with the
   * password. It also takes a user before the host for a part of the host name, which would then be
   * printed.
   */
  private boolean isAddress() {
    return !url.matches("[^/?]*//[^/?]*@.*") && Driver.parseURL(url, null) != null;
  }

  private static String seconds(Duration duration) {
    return String.valueOf(Math.max(1, duration.toSeconds()));
  }

  /** The transaction begins with its first statement, in the same message. */
  @Override
  public void beginWrite(SqlConnection link) {}

  /**
   * Stores the id first, so that this waits for the transaction of a lost commit if it still runs
   * on the server. The same message has the settings: every statement of the job store uses an
   * index, whatever the statistics say, and an acknowledged commit is on the disk, whatever the
   * server's configuration says.
   */
  @Override
  public boolean isStored(SqlConnection link, BatchId id, boolean mayBeStored) throws SQLException {
    if (mayBeStored) {
      return link.lastCount(begin(), BEGIN_STATEMENTS, id.before(), id.id()) == 0;
    }
    link.later(begin(), BEGIN_STATEMENTS, id.before(), id.id());
    return false;
  }

  private static final int BEGIN_STATEMENTS = 3;

  private String begin() {
    return """
    SELECT set_config('lock_timeout', '%d', true), set_config('statement_timeout', '%d', true),
           set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
           set_config('synchronous_commit', CASE current_setting('synchronous_commit')
             WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true);
    DELETE FROM job_commits WHERE id = ?;
    INSERT INTO job_commits (id) VALUES (?) ON CONFLICT DO NOTHING
    """
        .formatted(timeouts.lock.toMillis(), timeouts.statement.toMillis());
  }

  @Override
  public void beginRead(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      statement.execute("SET LOCAL statement_timeout = " + timeouts.statement.toMillis());
    }
  }

  @Override
  public boolean commit(SqlConnection link, BatchId id, @Nullable String announcement)
      throws SQLException {
    if (announcement != null) {
      link.later("SELECT pg_notify(?, ?)", 1, CHANNEL, announcement);
    }
    if (link.isWaiting()) {
      link.update("COMMIT");
    } else {
      link.connection().commit();
    }
    return true;
  }

  @Override
  public void rollback(SqlConnection link) throws SQLException {
    link.dropWaiting();
    link.connection().rollback();
  }

  @Override
  public String fillTypes(String script) {
    return script
        .replace("{text}", "TEXT COLLATE \"C\"")
        .replace("{int}", "BIGINT")
        .replace("{real}", "DOUBLE PRECISION")
        .replace("{bytes}", "BYTEA")
        .replace("{rowless}", "");
  }

  @Override
  public String fill(String sql) {
    return sql.replace("{ids}", "= ANY (?)")
        .replace("{lock}", "FOR UPDATE")
        .replace("{skip}", "FOR UPDATE SKIP LOCKED")
        .replace("{share}", "FOR KEY SHARE");
  }

  @Override
  public void later(SqlConnection link, String sql, @Nullable Object... arguments) {
    link.later(sql, 1, arguments);
  }

  @Override
  public <A, B> SqlQuery.Both<A, B> queryBoth(
      SqlConnection link, SqlQuery<A> first, SqlQuery<B> second) throws SQLException {
    return link.queryBoth(first, second);
  }

  @Override
  public void insert(SqlConnection link, BulkInsert bulk, List<@Nullable Object[]> rows)
      throws SQLException {
    SqlStatement insert = bulk.withArrays(rows, link.connection());
    link.later(insert.sql(), 1, insert.arguments().toArray());
  }

  @Override
  public Object bind(Connection connection, IdList ids) throws SQLException {
    return connection.createArrayOf("text", ids.values().toArray(String[]::new));
  }

  @Override
  public ErrorKind kindOf(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return switch (state) {
      // serialization failure, deadlock, lock not available, statement cancelled
      case "40001", "40P01", "55P03", "57014" -> ErrorKind.TRANSIENT;
      case "53100" -> ErrorKind.DISK_FULL;
      case "25006" -> ErrorKind.READ_ONLY;
      case "XX001", "XX002" -> ErrorKind.DAMAGED;
      // too many connections; idle or running for too long; the server stops or starts
      case "53300" -> ErrorKind.NO_CONNECTION;
      case "25P03", "25P04", "57P01", "57P02", "57P03", "57P05" -> ErrorKind.CONNECTION_LOST;
      // A statement is prepared already, or is not: another session's; see also below.
      case "42P05", "26000" -> ErrorKind.PROXY;
      case "08P01" -> refusesParameter(error) ? ErrorKind.PROXY : ErrorKind.CONNECTION_LOST;
      // From the driver: the server asks for a password or encryption that one of them lacks.
      case "08004" -> ErrorKind.NOT_ACCEPTED;
      case "08001", "08006" -> byCause(error);
      default -> state.startsWith("08") ? ErrorKind.CONNECTION_LOST : ErrorKind.PERMANENT;
    };
  }

  /**
   * Distinguishes by Java's exception the causes that share a code of the driver. 08001 is every
   * failure to connect. 08006 is a lost connection, but also a certificate, a key or a host name
   * that is not accepted.
   */
  private static ErrorKind byCause(SQLException error) {
    boolean connecting = "08001".equals(error.getSQLState());
    ErrorKind trouble = connecting ? ErrorKind.NO_ANSWER : ErrorKind.NOT_ACCEPTED;
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      trouble =
          switch (cause) {
            case SSLException _ -> ErrorKind.NOT_ACCEPTED;
            case ConnectException _, NoRouteToHostException _ -> ErrorKind.NO_ANSWER;
            // The peer closed the connection, so it was reachable.
            case SocketException _, EOFException _ -> ErrorKind.CONNECTION_LOST;
            // A time-out: while connecting, or of a server that answered before.
            case InterruptedIOException _ ->
                connecting ? ErrorKind.NO_ANSWER : ErrorKind.CONNECTION_LOST;
            default -> trouble;
          };
    }
    return trouble;
  }

  /** How a proxy answers to {@code currentSchema}; a server accepts it. */
  private static boolean refusesParameter(SQLException error) {
    return String.valueOf(error.getMessage()).contains("unsupported startup parameter");
  }
}
