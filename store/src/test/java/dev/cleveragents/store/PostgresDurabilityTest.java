package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is acknowledged is on the disk of the server. */
class PostgresDurabilityTest {

  @Test
  void aCommitWaitsForTheDiskAlsoWithSynchronousCommitOff() {
    try (Database database = Database.open(TestPostgres.shared().newSchema())) {
      List<String> atFirst = database.read(PostgresDurabilityTest::waitsFor);
      List<String> written = database.write(PostgresDurabilityTest::waitsFor);

      assertThat(atFirst).containsExactly("off");
      assertThat(written).containsExactly("on");
    }
  }

  @Test
  void aStricterSynchronousCommitIsKept() {
    String url =
        TestPostgres.shared().newSchema() + "&options=-c%20synchronous_commit=remote_apply";
    try (Database database = Database.open(url)) {
      List<String> written = database.write(PostgresDurabilityTest::waitsFor);

      assertThat(written).containsExactly("remote_apply");
    }
  }

  private static List<String> waitsFor(Transaction transaction) {
    return transaction.query("SHOW synchronous_commit", row -> row.getString(1));
  }
}
