package dev.cleveragents.workspace.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between the look at a lock and its removal others clear it, and a git takes it. */
class ObservedLockTest {

  @TempDir private Path folder;
  private Path lock;

  @BeforeEach
  void aLockOfTheDead() throws Exception {
    lock = Files.createFile(folder.resolve("plan.lock"));
    Files.setLastModifiedTime(lock, FileTime.fromMillis(1_000));
  }

  @Test
  void theLockThatWasSeenIsRemovedAndDoneAgainNothingHappens() throws Exception {
    ObservedLock seen = ObservedLock.look(lock).orElseThrow();
    seen.remove();
    assertThat(lock).doesNotExist();
    seen.remove();
    assertThat(ObservedLock.look(lock)).isEmpty();
  }

  @Test
  void aLockThatHasComeInItsPlaceStays() throws Exception {
    ObservedLock seen = ObservedLock.look(lock).orElseThrow();
    Files.delete(lock);
    Files.createFile(lock);

    assertThatThrownBy(seen::remove)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("a git has taken it since");
    assertThat(lock).exists();
  }
}
