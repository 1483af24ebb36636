package dev.cleveragents.store.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.report.JobSearch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose clock is behind that of the one that enqueued. */
class ReaderBehindTest {

  @Test
  void seesAJobWithoutDelayAsReadyOnSqlite(@TempDir Path folder) {
    assertSeenAsReady("jdbc:sqlite:" + folder.resolve("jobs.db"));
  }

  @Test
  void seesAJobWithoutDelayAsReadyOnPostgresql() {
    assertSeenAsReady(TestPostgres.shared().newSchema());
  }

  private static void assertSeenAsReady(String url) {
    DatabaseSettings settings = DatabaseSettings.at(url);
    ManualTime ahead = new ManualTime();
    try (Database first = Database.open(settings, ThreadFactories.standard(), ahead);
        Database behind = Database.open(settings, ThreadFactories.standard(), new ManualTime())) {
      ahead.advance(Duration.ofMinutes(1));
      DatabaseJobStore.on(first).enqueue(JobSpec.of("work"));
      DatabaseJobStore.on(first).enqueue(JobSpec.of("later").withDelay(Duration.ofHours(1)));

      DatabaseJobStore seen = DatabaseJobStore.on(behind);
      assertThat(seen.counts().delayed()).isEqualTo(1);
      assertThat(seen.counts().oldestWaiting()).isEqualTo(Duration.ZERO);
      assertThat(new JobSearch(behind).anyLeft(List.of("work"))).isTrue();
      assertThat(new JobSearch(behind).anyLeft(List.of("later"))).isFalse();
    }
  }
}
