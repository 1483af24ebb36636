package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.PostgresDialect;
import dev.cleveragents.store.connection.PostgresDialect.Timeouts;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** For how long a step is taken again, by a clock that moves with each try only. */
class OpenRetriesTest {

  private static final Dialect POSTGRES =
      new PostgresDialect("jdbc:postgresql://host/db", Timeouts.STANDARD);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration BRIEF = Duration.ofSeconds(3);

  private final ManualTime time = new ManualTime();
  private final List<String> told = new ArrayList<>();
  private final Deque<SQLException> failures = new ArrayDeque<>();
  private Duration oneTry = Duration.ZERO;
  private int tries;

  private OpenRetries retries(Dialect dialect, Duration unanswered) {
    return new OpenRetries(
        dialect,
        DEADLINE,
        new OpenWaitPolicy(unanswered, told::add, CancellationToken.none()),
        time);
  }

  /** Takes its time, and fails as long as there are failures. */
  private void step() throws SQLException {
    tries++;
    time.advance(oneTry);
    SQLException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
  }

  private void failNext(int times, SQLException error) {
    for (int i = 0; i < times; i++) {
      failures.add(error);
    }
  }

  private void assertFailsAfter(int expected, OpenRetries retries) {
    assertThatThrownBy(() -> retries.run(this::step))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE));
    assertThat(tries).isEqualTo(expected);
  }

  private static SQLException unanswered() {
    return new SQLException("it failed", "08001", new SocketTimeoutException("Connect timed out"));
  }

  private static SQLException misled() {
    return new SQLException("a password is asked for", "08004");
  }

  private static SQLException starting() {
    return new SQLException("the database system is starting up", "57P03");
  }

  @Test
  void withoutAnswerTheTimeLimitBeginsWithTheFirstAttempt() {
    oneTry = Duration.ofSeconds(5);
    failNext(2, unanswered());

    assertFailsAfter(1, retries(POSTGRES, BRIEF));
  }

  @Test
  void withoutAnswerRetriesEndWithTheTimeLimit() {
    oneTry = Duration.ofSeconds(1);
    failNext(9, unanswered());

    assertFailsAfter(3, retries(POSTGRES, BRIEF));
  }

  @Test
  void aWaitIsReportedBeforeTheSecondAttemptIfTheFirstTookLong() {
    oneTry = Duration.ofSeconds(5);
    failNext(1, unanswered());

    retries(POSTGRES, DEADLINE).run(this::step);

    assertThat(told)
        .singleElement()
        .asString()
        .contains("waiting up to 30 s", "SocketTimeoutException: Connect timed out");
  }

  @Test
  void aStepThatTakesASecondIsNotReported() {
    oneTry = Duration.ofMillis(999);
    failNext(1, unanswered());

    retries(POSTGRES, DEADLINE).run(this::step);

    assertThat(told).isEmpty();
  }

  /** A migration takes longer than anybody waits for a server. */
  @Test
  void theTimeOfAStepBeforeItsFirstFailureDoesNotCount() {
    oneTry = Duration.ofMinutes(5);
    failNext(1, starting());

    retries(POSTGRES, BRIEF).run(this::step);

    assertThat(tries).isEqualTo(2);
  }

  @Test
  void aServerThatAnsweredIsRetriedUntilTheDeadlineWhateverTheError() {
    oneTry = Duration.ofSeconds(5);
    OpenRetries retries = retries(POSTGRES, BRIEF);
    retries.run(this::step);

    failNext(2, unanswered());
    failNext(2, misled());
    retries.run(this::step);
    assertThat(tries).isEqualTo(6);

    failNext(99, misled());
    assertFailsAfter(6 + 7, retries);
  }

  @Test
  void anAddressThatIsNotAcceptedIsNotRetriedBeforeTheFirstAnswer() {
    failNext(2, misled());

    assertFailsAfter(1, retries(POSTGRES, DEADLINE));
  }

  @Test
  void aFileIsNotRetriedAsAServerIs() {
    failNext(2, new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR_READ));

    assertFailsAfter(1, retries(new SqliteDialect(Path.of("store.db")), DEADLINE));
  }
}
