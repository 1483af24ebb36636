package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ClosingTest {

  @TempDir private Path folder;

  @Test
  void aClosedStoreIsNotCheckedForDamageAlsoWhileAReaderHasItOpen() throws Exception {
    Path file = folder.resolve("store.db");
    Path log = folder.resolve("store.db-wal");
    Database.open("jdbc:sqlite:" + file).close();
    try (Connection reader = DriverManager.getConnection("jdbc:sqlite:file:" + file + "?mode=ro");
        Statement look = reader.createStatement()) {
      look.executeQuery("SELECT count(*) FROM job_attempts").close();
      try (Database database = Database.open("jdbc:sqlite:" + file)) {
        database.write(transaction -> transaction.update("DELETE FROM job_attempts"));
        assertThat(log).isNotEmptyFile();
      }
      assertThat(Files.size(log)).isZero();
    }
    try (OpenFileLock mark = OpenFileLock.place(file)) {
      assertThat(mark.afterUncleanStop()).isFalse();
    }
  }

  /** The system takes all locks on a file from a process that closes one channel to it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aStoreStaysMarkedAsOpenWhenAnotherOfTheSameProcessIsClosedOrWouldBeReplaced()
      throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("store.db");
    Path mark = folder.resolve("store.db.open");
    try (Database first = Database.open(url)) {
      Database.open(url).close();
      assertThat(isLocked(mark)).isTrue();

      StoreFile file = new StoreFile(folder.resolve("store.db"), List.of());
      file.copyTo(folder.resolve("copy.db"));
      assertThatThrownBy(() -> file.replaceWith(folder.resolve("copy.db"), Optional.empty()))
          .hasMessageContaining("in use");
      assertThat(isLocked(mark)).isTrue();
      assertThat(first.check()).isEmpty();
    }
    assertThat(isLocked(mark)).isFalse();
  }

  @Test
  void aDamagedUnclosedFileIsRefusedAlsoOnTheSecondAttempt() throws Exception {
    Path file = folder.resolve("store.db");
    Path copy = Files.createDirectory(folder.resolve("copy")).resolve("store.db");
    Database.open("jdbc:sqlite:" + file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE last (text)");
      statement.execute("INSERT INTO last VALUES (hex(zeroblob(100000)))");
    }
    try (Database database = Database.open("jdbc:sqlite:" + file)) {
      database.write(transaction -> transaction.update("DELETE FROM job_attempts"));
      Files.copy(file, copy);
      Files.copy(folder.resolve("store.db-wal"), copy.resolveSibling("store.db-wal"));
    }
    byte[] bytes = Files.readAllBytes(copy);
    Arrays.fill(bytes, bytes.length - 8_192, bytes.length, (byte) 0xff);
    Files.write(copy, bytes);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> Database.open("jdbc:sqlite:" + copy).close())
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED));
    }
  }

  static boolean isLocked(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(line -> line.contains(inode));
  }

  @Test
  void aStoreThatIsClosedStartsNoWorker() {
    Database database = Database.open("jdbc:sqlite:" + folder.resolve("store.db"));
    database.close();

    assertThatThrownBy(database::workerEnvironment)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
  }
}
