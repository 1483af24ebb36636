package dev.cleveragents.store.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More jobs than may wait for the store are handed over in one call. */
class ManyAtOnceTest {

  @TempDir Path folder;

  /** With so short a deadline no caller waits for room. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLongListIsNotTooLongForOneDeadline(boolean sqlite) {
    String url =
        sqlite ? "jdbc:sqlite:" + folder.resolve("store.db") : TestPostgres.shared().newSchema();
    DatabaseSettings settings =
        DatabaseSettings.at(url).withQueueBound(3).withDeadline(Duration.ofNanos(1));
    List<JobSpec> specs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      specs.add(JobSpec.of("work").withPayload("number " + i));
    }
    try (Database database = Database.open(settings)) {
      DatabaseJobStore jobs = DatabaseJobStore.on(database);

      assertThat(jobs.enqueueAll(specs))
          .extracting(it -> it.job().spec().payload())
          .containsExactlyElementsOf(specs.stream().map(JobSpec::payload).toList());
      assertThat(jobs.counts().of(AsyncJobStatus.QUEUED)).isEqualTo(20);
    }
  }
}
