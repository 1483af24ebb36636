package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.store.connection.StoreException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code that catches an error of the database and continues gets no report that its writes are
 * stored.
 */
class CaughtErrorTest {

  @TempDir Path folder;

  private Database open(boolean sqlite) {
    Database database =
        Database.open(
            sqlite
                ? "jdbc:sqlite:" + folder.resolve("store.db")
                : TestPostgres.shared().newSchema());
    database.write(it -> it.update("CREATE TABLE things (name TEXT PRIMARY KEY)"));
    return database;
  }

  private static int add(Transaction transaction, String name) {
    return transaction.update("INSERT INTO things VALUES (?)", name);
  }

  private static List<String> things(Database database) {
    return database.read(
        it -> it.query("SELECT name FROM things ORDER BY name", row -> row.getString(1)));
  }

  private static void addTwiceAndGoOn(Transaction transaction) {
    add(transaction, "once");
    try {
      add(transaction, "once");
    } catch (RuntimeException e) {
      assertThat(e).hasMessageContaining("things");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writesBeforeAndAfterACaughtErrorAreNotStoredAndTheUnitFails(boolean sqlite) {
    try (Database database = open(sqlite)) {
      assertThatThrownBy(
              () ->
                  database.write(
                      it -> {
                        addTwiceAndGoOn(it);
                        return 1;
                      }))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("things");
      assertThatThrownBy(
              () ->
                  database.write(
                      it -> {
                        addTwiceAndGoOn(it);
                        return add(it, "after");
                      }))
          .isInstanceOf(StoreException.class);
      assertThat(things(database)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailingPartIsRolledBackAloneAndTheRestIsStored(boolean sqlite) {
    try (Database database = open(sqlite)) {
      database.write(
          it -> {
            add(it, "before");
            assertThatThrownBy(
                    () ->
                        it.partly(
                            () -> {
                              add(it, "taken back");
                              add(it, "before");
                            }))
                .isInstanceOf(RuntimeException.class);
            return add(it, "after");
          });
      assertThat(things(database)).containsExactly("after", "before");
    }
  }
}
