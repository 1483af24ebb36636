package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.PostgresDialect;
import dev.cleveragents.store.connection.PostgresDialect.Timeouts;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What is made of errors that the other tests do not meet. */
class ErrorMessagesTest {

  private static final Dialect POSTGRES =
      new PostgresDialect("jdbc:postgresql://host/db?user=me", Timeouts.STANDARD);

  private static StoreException explained(String message, String state) {
    SQLException error = new SQLException(message, state);
    return ErrorMessages.explain(POSTGRES, POSTGRES.kindOf(error), error);
  }

  /** As PgBouncer 1.18 was seen to answer in transaction mode. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "42P05 | ERROR: prepared statement \"S_1\" already exists",
        "26000 | ERROR: prepared statement \"S_1\" does not exist",
        "08P01 | FATAL: unsupported startup parameter: search_path"
      })
  void aPoolingProxyIsReportedWithWhatTheAddressNeeds(String state, String message) {
    StoreException problem = explained(message, state);

    assertThat(problem.kind()).isEqualTo(Kind.MISCONFIGURED);
    assertThat(problem).hasMessageContainingAll(message, "prepareThreshold=0", "search_path");
  }

  @Test
  void aServerWithoutConnectionsLeftIsNotReportedAsDown() {
    StoreException problem = explained("FATAL: too many connections for role \"me\"", "53300");

    assertThat(problem.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(problem)
        .hasMessageContainingAll("no connection left", "up to seven", "end other")
        .hasMessageNotContaining("address is right");
  }

  /** As PostgreSQL 15 was seen to answer. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "28P01 | MISCONFIGURED | FATAL: password authentication failed for user \"me\" | password",
        "28000 | MISCONFIGURED | FATAL: role \"me\" is not permitted to log in | user",
        "3D000 | MISCONFIGURED | FATAL: database \"db\" does not exist | CREATE DATABASE",
        "42501 | READ_ONLY | ERROR: permission denied for schema public | CREATE",
        "42P01 | DAMAGED | ERROR: relation \"audit_events\" does not exist | Restore a backup",
        "25006 | READ_ONLY | ERROR: cannot execute DELETE in a read-only transaction | standby"
      })
  void aRejectionByTheServerIsReportedWithWhatToDo(
      String state, Kind kind, String message, String toDo) {
    StoreException problem = explained(message, state);

    assertThat(problem.kind()).isEqualTo(kind);
    assertThat(problem)
        .hasMessageContainingAll(message, toDo)
        .hasMessageNotContainingAny("refused a statement", "folder");
  }

  @Test
  void aTableThatAnotherProgramDroppedIsReportedWithWhatToDo() {
    Dialect dialect = new SqliteDialect(Path.of("store.db"));
    SQLException error =
        new SQLiteException("no such table: audit_events", SQLiteErrorCode.SQLITE_ERROR);
    StoreException problem = ErrorMessages.explain(dialect, dialect.kindOf(error), error);

    assertThat(problem.kind()).isEqualTo(Kind.DAMAGED);
    assertThat(problem).hasMessageContainingAll("audit_events", "removed", "Restore a backup");
  }

  /** As a store on a full disk answers when it is opened. */
  @Test
  void aFileBesideTheStoreThatCannotGrowIsAFullDisk() {
    assertThat(sqlite(SQLiteErrorCode.SQLITE_IOERR_SHMSIZE).kind()).isEqualTo(Kind.DISK_FULL);
    assertThat(sqlite(SQLiteErrorCode.SQLITE_IOERR_SHMMAP).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  private static StoreException sqlite(SQLiteErrorCode code) {
    Dialect dialect = new SqliteDialect(Path.of("store.db"));
    SQLException error = new SQLiteException("as the driver says it", code);
    return ErrorMessages.explain(dialect, dialect.kindOf(error), error);
  }

  /** As the driver 42.7.14 wraps them; what lies deepest says most. */
  static Stream<Arguments> whatKeepsAConnectionAway() {
    return Stream.of(
        arguments("08001", new UnknownHostException("db"), ErrorKind.NO_ANSWER),
        arguments("08001", new ConnectException("refused"), ErrorKind.NO_ANSWER),
        arguments("08001", new NoRouteToHostException("no route"), ErrorKind.NO_ANSWER),
        arguments("08001", new SocketTimeoutException("connect"), ErrorKind.NO_ANSWER),
        arguments("08001", null, ErrorKind.NO_ANSWER),
        arguments("08001", new SocketException("reset"), ErrorKind.CONNECTION_LOST),
        arguments("08001", new EOFException(), ErrorKind.CONNECTION_LOST),
        arguments("08001", new SSLException("certificate required"), ErrorKind.NOT_ACCEPTED),
        arguments("08006", new SSLException("certificate unknown"), ErrorKind.NOT_ACCEPTED),
        arguments("08006", new FileNotFoundException("root.crt"), ErrorKind.NOT_ACCEPTED),
        arguments("08006", null, ErrorKind.NOT_ACCEPTED),
        arguments("08006", new SSLException("cut", new EOFException()), ErrorKind.CONNECTION_LOST),
        arguments("08006", new SocketException("Broken pipe"), ErrorKind.CONNECTION_LOST),
        arguments("08006", new SocketTimeoutException("read"), ErrorKind.CONNECTION_LOST));
  }

  @ParameterizedTest
  @MethodSource("whatKeepsAConnectionAway")
  void theCauseOfAFailedConnectionDecidesTheErrorKind(
      String state, @Nullable Exception cause, ErrorKind trouble) {
    assertThat(POSTGRES.kindOf(new SQLException("it failed", state, cause))).isEqualTo(trouble);
  }

  @Test
  void anUnknownHostIsNamedWithoutUserAndPassword() {
    SQLException error =
        new SQLException("It failed.", "08001", new UnknownHostException("me:hun@ter2@db"));

    assertThat(ErrorMessages.explain(POSTGRES, POSTGRES.kindOf(error), error))
        .hasMessageContainingAll("It failed; UnknownHostException: db.", "host name")
        .hasMessageNotContainingAny("hun", "ter2");
  }

  @Test
  void anyOtherBreachOfTheProtocolIsALostConnection() {
    assertThat(explained("Expected another message", "08P01").kind()).isEqualTo(Kind.UNREACHABLE);
  }
}
