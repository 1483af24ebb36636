package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.sql.BulkInsert;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many rows that are stored at once are stored as they are, in whichever columns they differ; and
 * statements that are put off keep their order and fail their own unit.
 */
class ManyRowsTest {

  private static final BulkInsert THINGS =
      new BulkInsert(
          "things",
          List.of("a", "b", "c"),
          List.of("n", "m"),
          new BulkInsert.Constants("status, count", "'NEW', 7"));

  private static final List<String> ODD =
      List.of(
          "",
          "\"",
          "\\",
          "\\\"",
          "a\nb\r\t\b\f\u0001\u001f",
          "\u2028\u007f",
          "𝄞 ä ß",
          "{}",
          "[1]",
          "null",
          "12",
          "%s ? {ids}",
          "'; DROP TABLE things; --",
          "\\u0041",
          "/");

  enum Base {
    SQLITE,
    POSTGRES
  }

  @TempDir Path folder;
  private @Nullable Database database;

  @AfterEach
  void close() {
    if (database != null) {
      database.close();
    }
  }

  private Database open(Base base) {
    Database opened =
        Database.open(
            base == Base.SQLITE
                ? "jdbc:sqlite:" + folder.resolve("store.db")
                : TestPostgres.shared().newSchema());
    database = opened;
    opened.write(
        transaction ->
            transaction.update(
                "CREATE TABLE things (a TEXT, b TEXT, c TEXT, n BIGINT, m BIGINT, status TEXT,"
                    + " count BIGINT)"));
    return opened;
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatDifferInOneColumnAreStoredAsTheyAre(Base base) {
    Database store = open(base);
    assertStored(store, i -> row(ODD.get(i), null, "\"c\\", 1L, null));
    assertStored(store, i -> row("a", "b", null, 1L, i == 3 ? null : Long.MIN_VALUE + i));
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatDifferInTwoColumnsAreStoredAsTheyAre(Base base) {
    Database store = open(base);
    assertStored(store, i -> row("id" + i, ODD.get(i), null, 1L, 2L));
    assertStored(store, i -> row(ODD.get(i), "b", i % 2 == 0 ? null : ODD.get(i), 1L, 2L));
    assertStored(store, i -> row(ODD.get(i), "b", "c", 1L, Long.MAX_VALUE - i));
    assertStored(store, i -> row(i == 2 ? null : "a", ODD.get(i), "c", 1L, 2L));
    assertStored(store, i -> row("a", "b", "c", (long) i, i == 4 ? null : 2L * i));
  }

  @ParameterizedTest
  @EnumSource
  void rowsThatDifferInEverythingOrInNothingAreStoredAsTheyAre(Base base) {
    Database store = open(base);
    assertStored(store, i -> row("id" + i, ODD.get(i), ODD.get(i), (long) i, -1L * i));
    assertStored(store, i -> row("same", "b", null, 1L, null));
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static void assertStored(Database store, Function<Integer, @Nullable Object[]> made) {
    for (int many : new int[] {1, 3, 4, ODD.size()}) {
      List<@Nullable Object[]> rows = IntStream.range(0, many).boxed().map(made).toList();
      List<List<@Nullable Object>> stored =
          store.write(
              transaction -> {
                transaction.update("DELETE FROM things");
                transaction.insert(THINGS, rows);
                return transaction.query(
                    "SELECT a, b, c, n, m, status, count FROM things",
                    row -> {
                      List<@Nullable Object> values = new ArrayList<>();
                      for (int i = 1; i <= 3; i++) {
                        values.add(row.getString(i));
                      }
                      for (int i = 4; i <= 5; i++) {
                        long number = row.getLong(i);
                        values.add(row.wasNull() ? null : (Long) number);
                      }
                      assertThat(row.getString(6)).isEqualTo("NEW");
                      assertThat(row.getLong(7)).isEqualTo(7);
                      return values;
                    });
              });
      List<List<@Nullable Object>> wanted = new ArrayList<>();
      rows.forEach(row -> wanted.add(Arrays.asList(row)));
      assertThat(stored).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  @ParameterizedTest
  @EnumSource
  void deferredStatementsRunInOrderBeforeTheNextStatementAndWithTheCommit(Base base) {
    Database store = open(base);
    List<String> seen =
        store.write(
            transaction -> {
              transaction.later("INSERT INTO things (a) VALUES (?)", "one");
              transaction.later("UPDATE things SET a = ? WHERE a = ?", "two", "one");
              List<String> now = transaction.query("SELECT a FROM things", row -> row.getString(1));
              transaction.later("UPDATE things SET a = ?", "three");
              return now;
            });
    assertThat(seen).containsExactly("two");
    assertThat(names(store)).containsExactly("three");
  }

  @ParameterizedTest
  @EnumSource
  void aFailingDeferredStatementFailsItsUnitAlone(Base base) {
    Database store = open(base);
    BatchedWork<String, String> naming =
        (transaction, names) -> {
          names.forEach(name -> transaction.later(name));
          return names;
        };
    String first = "INSERT INTO things (a) VALUES ('first')";
    String broken = "INSERT INTO nowhere VALUES (1)";
    String last = "INSERT INTO things (a) VALUES ('last')";
    List<Database.Settled<String>> settled = store.submitEach(naming, List.of(first, broken, last));
    assertThat(settled.get(0).orThrow()).isEqualTo(first);
    assertThatThrownBy(() -> settled.get(1).orThrow()).isInstanceOf(StoreException.class);
    assertThat(settled.get(2).orThrow()).isEqualTo(last);
    assertThat(names(store)).containsExactlyInAnyOrder("first", "last");
  }

  @ParameterizedTest
  @EnumSource
  void aDeferredStatementOfARolledBackPartDoesNotRun(Base base) {
    Database store = open(base);
    store.write(
        transaction -> {
          transaction.later("INSERT INTO things (a) VALUES ('before')");
          try {
            transaction.partly(
                () -> {
                  transaction.later("INSERT INTO things (a) VALUES ('within')");
                  throw new IllegalStateException("taken back");
                });
          } catch (IllegalStateException e) {
            transaction.later("INSERT INTO things (a) VALUES ('after')");
          }
          return 1;
        });
    assertThat(names(store)).containsExactlyInAnyOrder("before", "after");
  }

  private static List<String> names(Database store) {
    return store.read(
        transaction -> transaction.query("SELECT a FROM things", row -> row.getString(1)));
  }
}
