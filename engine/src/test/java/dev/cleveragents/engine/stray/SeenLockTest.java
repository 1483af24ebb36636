package dev.cleveragents.engine.stray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.PlanException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between the look at a lock and its removal others clear it, and a git takes it. */
class SeenLockTest {

  @TempDir private Path folder;
  private Path lock;

  @BeforeEach
  void aLockOfTheDead() throws Exception {
    lock = Files.createFile(folder.resolve("plan.lock"));
    Files.setLastModifiedTime(lock, FileTime.fromMillis(1_000));
  }

  @Test
  void theLockThatWasSeenIsRemovedAndDoneAgainNothingHappens() throws Exception {
    SeenLock seen = SeenLock.look(lock).orElseThrow();
    seen.remove();
    assertThat(lock).doesNotExist();
    seen.remove();
    assertThat(SeenLock.look(lock)).isEmpty();
  }

  @Test
  void aLockThatHasComeInItsPlaceStays() throws Exception {
    SeenLock seen = SeenLock.look(lock).orElseThrow();
    Files.delete(lock);
    Files.createFile(lock);

    assertThatThrownBy(seen::remove)
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("a git has taken it since");
    assertThat(lock).exists();
  }
}
