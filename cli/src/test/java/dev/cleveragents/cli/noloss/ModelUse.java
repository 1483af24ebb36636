package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.noloss.ModelServer.Asked;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What the plan of a run has asked a model, as its server knows it, and paid for that, as its store
 * knows it.
 *
 * @param asked the requests, in order
 * @param paid the calls by their state, with their number and their price in picodollars
 * @param spent what the account of the plan has spent, in picodollars
 * @param reserved what is reserved there
 */
record ModelUse(List<Asked> asked, Map<String, Sum> paid, long spent, long reserved) {

  /** Calls and their price. */
  record Sum(int calls, long picodollars) {

    static final Sum NONE = new Sum(0, 0);
  }

  static ModelUse of(Path home, List<Asked> asked) throws SQLException {
    Map<String, Sum> paid = new HashMap<>();
    String url = "jdbc:sqlite:" + home.resolve("cleveragents.db") + "?busy_timeout=10000";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet row =
          statement.executeQuery(
              "SELECT state, count(*), sum(money) FROM budget_calls GROUP BY state")) {
        while (row.next()) {
          paid.put(row.getString(1), new Sum(row.getInt(2), row.getLong(3)));
        }
      }
      try (ResultSet row =
          statement.executeQuery(
              "SELECT coalesce(sum(money_spent), 0), coalesce(sum(money_reserved), 0)"
                  + " FROM budget_accounts WHERE name LIKE 'plan:%'")) {
        row.next();
        return new ModelUse(asked, paid, row.getLong(1), row.getLong(2));
      }
    }
  }

  private Sum sum(String state) {
    return paid.getOrDefault(state, Sum.NONE);
  }

  private Map<Turn, Integer> times() {
    Map<Turn, Integer> times = new HashMap<>();
    asked.forEach(it -> times.merge(it.turn(), 1, Integer::sum));
    return times;
  }

  /** Fails unless each call was made once, at this price, and nothing else was paid for. */
  void assertExactly(int calls, long picodollars) {
    assertThat(times()).as("requests of each turn").hasSize(calls).doesNotContainValue(2);
    assertThat(paid)
        .isEqualTo(calls == 0 ? Map.of() : Map.of("settled", new Sum(calls, picodollars)));
    assertThat(spent).isEqualTo(picodollars);
    assertThat(reserved).isZero();
  }

  /**
   * Fails unless every reply was paid for as in the undisturbed run, and for each death at most one
   * was asked for once more, with the same words, whose call that was lost is counted in full.
   */
  void assertNoReplyPaidTwice(ModelUse undisturbed, int deaths) {
    Map<Turn, Integer> times = times();
    assertThat(times.keySet()).as("turns asked for").isEqualTo(undisturbed.times().keySet());
    int again = asked.size() - undisturbed.asked.size();
    assertThat(again).as("requests beyond those of the undisturbed run").isBetween(0, deaths);
    assertThat(new HashSet<>(asked))
        .as("a request that is sent again is the same")
        .hasSameSizeAs(times.keySet());
    assertThat(sum("settled")).isEqualTo(undisturbed.sum("settled"));
    assertThat(sum("lost").calls()).as("calls that are counted as lost").isEqualTo(again);
    assertThat(sum("lost").picodollars() > 0).isEqualTo(again > 0);
    assertThat(paid.keySet()).isSubsetOf("settled", "lost");
    assertThat(spent).isEqualTo(sum("settled").picodollars() + sum("lost").picodollars());
    assertThat(reserved).isZero();
  }
}
