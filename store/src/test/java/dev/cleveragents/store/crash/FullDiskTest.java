package dev.cleveragents.store.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full: a clear error, nothing stored by halves, and it goes on afterwards. */
class FullDiskTest {

  private static final ClaimFilter ALL = ClaimFilter.ofTypes("work");

  @TempDir Path folder;

  @Test
  void aClaimWhoseStartFindsTheDiskFullLeavesTheJobAsItWas() throws Exception {
    FullDisk disk = new FullDisk(folder);
    DatabaseSettings settings = DatabaseSettings.at("jdbc:sqlite:" + folder.resolve("jobs.db"));
    try (Database database = TestDatabase.open(settings, TimeSource.system(), disk::watch)) {
      DatabaseJobStore jobs = DatabaseJobStore.on(database);
      database.write(it -> it.update("CREATE TABLE big (text TEXT)"));
      AsyncJob job = jobs.enqueue(JobSpec.of("work").withKeys("k")).job();
      SessionId session =
          jobs.openSession(new SessionRequest("w", 1, ProcessIdentity.current("here")), new Deaf());
      Effects big =
          DatabaseUnit.writing(it -> it.update("INSERT INTO big VALUES (?)", "x".repeat(1 << 20)));

      for (int i = 0; i < 3; i++) {
        Files.createFile(disk.flag());
        assertThatThrownBy(() -> jobs.claim(session, ALL, 1, it -> big))
            .isInstanceOfSatisfying(
                StoreException.class,
                e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DISK_FULL));
        Files.delete(disk.flag());
        assertThat(jobs.get(job.id())).contains(job);
      }

      Claimed claimed = (Claimed) jobs.claim(session, ALL, 1, it -> big);
      assertThat(claimed.jobs()).extracting(AsyncJob::id).containsExactly(job.id());
    }
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}
