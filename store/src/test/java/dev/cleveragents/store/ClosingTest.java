package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingTest {

  @TempDir private Path folder;

  @Test
  void aStoreThatWasClosedIsNotSearchedForDamageAlsoIfSomebodyElseOnlyReadsIt() throws Exception {
    Path file = folder.resolve("store.db");
    Path log = folder.resolve("store.db-wal");
    Database.open("jdbc:sqlite:" + file).close();
    try (Connection reader = DriverManager.getConnection("jdbc:sqlite:file:" + file + "?mode=ro");
        Statement look = reader.createStatement()) {
      look.executeQuery("SELECT count(*) FROM approvals").close();
      try (Database database = Database.open("jdbc:sqlite:" + file)) {
        database.write(transaction -> transaction.update("DELETE FROM approvals"));
        assertThat(log).isNotEmptyFile();
      }
      assertThat(Files.size(log)).isZero();
    }
    try (OpenMark mark = OpenMark.place(file)) {
      assertThat(mark.afterUncleanStop()).isFalse();
    }
  }
}
