package dev.cleveragents.workspace.apply.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkLockTest {

  @TempDir private Path folder;
  private LinkLock lock;

  @BeforeEach
  void open() {
    lock = new LinkLock(folder.resolve("index.lock"), folder.resolve("proof"));
  }

  @Test
  void isTakenOnceAndGivenBack() throws Exception {
    LinkLock other = new LinkLock(lock.place(), folder.resolve("other"));
    assertThat(lock.take()).isTrue();
    assertThat(other.take()).isFalse();
    lock.release();
    assertThat(lock.place()).doesNotExist();
    assertThat(other.take()).isTrue();
  }

  @Test
  void whoHasItHasItAlsoWhenAskedAgainAsAfterACrash() throws Exception {
    assertThat(lock.take()).isTrue();
    assertThat(new LinkLock(lock.place(), lock.proof()).take()).isTrue();
  }

  @Test
  void aForeignLockIsNeverRemovedEvenWithTheSameContent() throws Exception {
    assertThat(lock.take()).isTrue();
    byte[] content = Files.readAllBytes(lock.place());
    Files.delete(lock.place());
    Files.write(lock.place(), content);
    assertThat(lock.isOurs()).isFalse();
    lock.release();
    assertThat(lock.place()).exists();
  }

  @Test
  void aLinkThatOnlyPointsToOursIsNotOurs() throws Exception {
    Files.writeString(lock.proof(), "ours");
    Files.createSymbolicLink(lock.place(), lock.proof());
    assertThat(lock.take()).isFalse();
    lock.release();
    assertThat(Files.isSymbolicLink(lock.place())).isTrue();
  }
}
