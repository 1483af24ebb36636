package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is acknowledged is on the disk of the server. */
class PostgresDurabilityTest {

  @Test
  void aCommitWaitsForTheDiskAlsoOnAServerThatIsSetUpNotTo() {
    String show = "SHOW synchronous_commit";
    try (Database database = Database.open(TestPostgres.shared().newSchema())) {
      assertThat(database.read(it -> it.query(show, row -> row.getString(1))))
          .containsExactly("off");
      assertThat(database.write(it -> it.query(show, row -> row.getString(1))))
          .containsExactly("on");
    }
  }

  @Test
  void whoeverAsksForMoreThanTheDiskGetsIt() {
    String url = TestPostgres.shared().newSchema() + "&options=-c%20synchronous_commit=remote_apply";
    try (Database database = Database.open(url)) {
      assertThat(
              database.write(it -> it.query("SHOW synchronous_commit", row -> row.getString(1))))
          .containsExactly("remote_apply");
    }
  }
}
