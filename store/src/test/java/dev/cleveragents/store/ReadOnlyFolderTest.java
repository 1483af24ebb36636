package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A SQLite file that may not be written, in a folder where nothing may be made. */
class ReadOnlyFolderTest {

  @TempDir private Path temporary;
  private Path folder;
  private Path file;

  @BeforeEach
  void aStoreWithAJob() throws Exception {
    folder = Files.createDirectory(temporary.resolve("100% read only?"));
    file = folder.resolve("store #1.db");
    try (Database database = Database.open("jdbc:sqlite:" + file)) {
      DatabaseJobStore.on(database).enqueue(JobSpec.of("test"));
    }
    assertThat(folder.resolve("store #1.db-wal")).doesNotExist();
  }

  private static int queued(Path file) {
    try (Database reader =
        Database.open(DatabaseSettings.at("jdbc:sqlite:" + file).readOnly().withReaders(1))) {
      assertThat(reader.check()).isEmpty();
      return DatabaseJobStore.on(reader).counts().of(AsyncJobStatus.QUEUED);
    }
  }

  @Test
  void aStoreThatWasClosedIsRead() throws Exception {
    try (ReadOnlyFolder sealed = ReadOnlyFolder.of(folder, file)) {
      assertThat(sealed).isNotNull();
      assertThat(queued(file)).isEqualTo(1);
      assertThat(Files.exists(folder.resolve("store #1.db-shm"))).isFalse();
    }
  }

  @Test
  void aStoreThatIsInUseIsReadWithWhatIsOnlyInItsLog() throws Exception {
    try (Database writer = Database.open("jdbc:sqlite:" + file)) {
      DatabaseJobStore.on(writer).enqueue(JobSpec.of("test"));
      try (ReadOnlyFolder sealed = ReadOnlyFolder.of(folder)) {
        assertThat(sealed).isNotNull();
        assertThat(queued(file)).isEqualTo(2);
      }
    }
  }

  @Test
  void aLeftOverLogIsNotIgnored() throws Exception {
    Path copy = folder.resolve("copy.db");
    try (Database writer = Database.open("jdbc:sqlite:" + file)) {
      DatabaseJobStore.on(writer).enqueue(JobSpec.of("test"));
      Files.copy(file, copy);
      Files.copy(folder.resolve("store #1.db-wal"), folder.resolve("copy.db-wal"));
    }
    try (ReadOnlyFolder sealed = ReadOnlyFolder.of(folder, copy)) {
      assertThat(sealed).isNotNull();
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> queued(copy))
          .withMessageContaining("copy.db-wal")
          .withMessageContaining("copy both files")
          .matches(e -> e.kind() == Kind.READ_ONLY);
    }
    assertThat(queued(copy)).as("once the folder may be written").isEqualTo(2);
  }

  @Test
  void aWriterIsRefusedWithTheReason() throws Exception {
    try (ReadOnlyFolder sealed = ReadOnlyFolder.of(folder, file)) {
      assertThat(sealed).isNotNull();
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> Database.open("jdbc:sqlite:" + file))
          .withMessageContaining("cannot be opened or written")
          .withMessageContaining("permissions")
          .matches(e -> e.kind() == Kind.READ_ONLY);
    }
    assertThat(queued(file)).isEqualTo(1);
  }
}
