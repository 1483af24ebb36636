package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who keeps the lock beside a file, and who has to look through it. */
class OpenFileLockTest {

  @TempDir private Path folder;
  private Path file;
  private Path mark;

  @BeforeEach
  void names() {
    file = folder.resolve("store.db");
    mark = folder.resolve("store.db.open");
  }

  /** JUnit would warn of a link that leads out of its folder. */
  @AfterEach
  void forget() throws IOException {
    Files.deleteIfExists(mark);
  }

  private Database open() {
    return Database.open("jdbc:sqlite:" + file);
  }

  /** A whole file with a log, as a process leaves it that is killed. */
  private void leaveUnclean() throws IOException {
    Path other = folder.resolve("other.db");
    try (Database database = Database.open("jdbc:sqlite:" + other)) {
      database.write(transaction -> transaction.update("DELETE FROM job_attempts"));
      Files.copy(other, file);
      Files.copy(folder.resolve("other.db-wal"), folder.resolve("store.db-wal"));
    }
    assertThat(folder.resolve("store.db-wal")).isNotEmptyFile();
  }

  private static void interrupted(Runnable doing) {
    Thread.currentThread().interrupt();
    try {
      doing.run();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anInterruptReleasesNoLockOfAnotherStoreOfTheProcess() throws Exception {
    try (Database first = open()) {
      interrupted(() -> open().close());

      assertThat(ClosingTest.isLocked(mark)).isTrue();
      assertThat(first.check()).isEmpty();
    }
    assertThat(ClosingTest.isLocked(mark)).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anInterruptReleasesNoLockAlsoWhenAFileWasFoundSound() throws Exception {
    leaveUnclean();
    try (OpenFileLock first = OpenFileLock.place(file)) {
      interrupted(() -> open().close());

      assertThat(first.afterUncleanStop()).isTrue();
      assertThat(ClosingTest.isLocked(mark)).isTrue();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anInterruptedThreadGetsTheLockIfNoProcessHoldsItExclusively() throws Exception {
    leaveUnclean();
    interrupted(
        () -> {
          try (OpenFileLock placed = OpenFileLock.place(file)) {
            assertThat(placed.afterUncleanStop()).isTrue();
            assertThat(mark).isNotEmptyFile();
          }
        });
  }

  @Test
  void aFileFoundSoundIsNotCheckedAgain() throws Exception {
    leaveUnclean();
    try (CapturedLog heard = new CapturedLog(DatabaseOpener.class, Level.INFO)) {
      try (Database first = open();
          Database second = open()) {
        assertThat(first.check()).isEqualTo(second.check());
        assertThat(mark).isEmptyFile();
      }
      open().close();

      assertThat(heard.messages()).singleElement().asString().contains("looking for damage");
    }
  }

  @Test
  void everyStoreChecksUntilOneHasFoundTheFileSound() throws Exception {
    leaveUnclean();
    try (CapturedLog heard = new CapturedLog(DatabaseOpener.class, Level.INFO)) {
      try (OpenFileLock unfinished = OpenFileLock.place(file)) {
        open().close();
        assertThat(unfinished.afterUncleanStop()).isTrue();
      }

      assertThat(heard.messages()).singleElement().asString().contains("looking for damage");
    }
  }

  /** One that looked and was killed before it knew. */
  @Test
  void aFileNotFoundSoundIsCheckedByTheNextStore() throws Exception {
    leaveUnclean();
    OpenFileLock.place(file).close();
    Files.delete(folder.resolve("store.db-wal"));

    try (OpenFileLock next = OpenFileLock.place(file)) {
      assertThat(next.afterUncleanStop()).isTrue();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsReportedAsSuchAndLeavesNoHandleOpen() throws Exception {
    leaveUnclean();
    Files.createSymbolicLink(mark, Path.of("/dev/full"));

    assertThatThrownBy(() -> OpenFileLock.place(file))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DISK_FULL))
        .hasMessageContaining("Free some space");
    assertThat(OpenFileLock.isHeldHere(file)).isFalse();
    assertThat(handlesOf(Path.of("/dev/full"))).isZero();
  }

  private static long handlesOf(Path target) throws IOException {
    try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
      return handles.filter(handle -> leadsTo(handle, target)).count();
    }
  }

  private static boolean leadsTo(Path handle, Path target) {
    try {
      return Files.readSymbolicLink(handle).equals(target);
    } catch (IOException e) {
      return false; // It is closed since.
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aMarkThatCannotBeEmptiedIsReportedWithWhatToDo() throws Exception {
    Files.createSymbolicLink(mark, Path.of("/dev/full"));
    try (OpenFileLock unwritable = OpenFileLock.place(file)) {
      assertThatThrownBy(unwritable::sound)
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll(mark.toString(), "Make it writable", "try again");
    }
  }
}
