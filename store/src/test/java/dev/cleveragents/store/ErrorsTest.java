package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.store.PostgresDialect.Timeouts;
import dev.cleveragents.store.StoreException.Kind;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of errors that the other tests do not meet. */
class ErrorsTest {

  private static final Dialect POSTGRES =
      new PostgresDialect("jdbc:postgresql://host/db?user=me", Timeouts.STANDARD);

  private static StoreException explained(String message, String state) {
    SQLException error = new SQLException(message, state);
    return Errors.explain(POSTGRES, POSTGRES.troubleOf(error), error);
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
  void aProxyThatPoolsTransactionsIsToldWhatTheAddressMustSay(String state, String message) {
    StoreException problem = explained(message, state);

    assertThat(problem.kind()).isEqualTo(Kind.MISCONFIGURED);
    assertThat(problem).hasMessageContainingAll(message, "prepareThreshold=0", "search_path");
  }

  @Test
  void anyOtherBreachOfTheProtocolIsALostConnection() {
    assertThat(explained("Expected another message", "08P01").kind()).isEqualTo(Kind.UNREACHABLE);
  }
}
