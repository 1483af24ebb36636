package dev.cleveragents.store.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that are longer than an index of PostgreSQL takes. */
class LongNamesTest {

  @TempDir Path folder;

  private final ManualTime time = new ManualTime();

  private Database open(boolean sqlite) {
    String url =
        sqlite ? "jdbc:sqlite:" + folder.resolve("store.db") : TestPostgres.shared().newSchema();
    return Database.open(DatabaseSettings.at(url), ThreadFactories.standard(), time);
  }

  /** Of random characters, which no database makes shorter. */
  private static String longName(long seed) {
    return new Random(seed)
        .ints(4_000, 'A', 'z')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static SessionId session(DatabaseJobStore jobs) {
    return jobs.openSession(
        new SessionRequest("test", 10, ProcessIdentity.current("here")), new SilentListener());
  }

  private static List<AsyncJob> claim(DatabaseJobStore jobs, SessionId session) {
    return ((ClaimResult.Claimed) jobs.claim(session, ClaimFilter.ofTypes("work"), 10)).jobs();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDelayedJobWithALongKeyStopsNoClaimAndItsKeyIsHeldByOneAtATime(boolean sqlite) {
    try (Database database = open(sqlite)) {
      DatabaseJobStore jobs = DatabaseJobStore.on(database);
      SessionId session = session(jobs);
      JobSpec keyed = JobSpec.of("work").withKeys(longName(1));
      AsyncJob first = jobs.enqueue(keyed.withDelay(Duration.ofSeconds(1))).job();
      AsyncJob second = jobs.enqueue(keyed.withDelay(Duration.ofSeconds(2))).job();
      AsyncJob other = jobs.enqueue(JobSpec.of("work").withKeys(longName(2))).job();
      time.advance(Duration.ofSeconds(3));

      List<AsyncJob> claimed = claim(jobs, session);
      assertThat(claimed)
          .extracting(AsyncJob::id)
          .containsExactlyInAnyOrder(first.id(), other.id());

      claimed.forEach(job -> jobs.complete(job.lease(), Effects.none()));
      assertThat(claim(jobs, session)).extracting(AsyncJob::id).containsExactly(second.id());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLongIdempotencyKeyIsKeptOnceUntilItsJobIsPurged(boolean sqlite) {
    try (Database database = open(sqlite)) {
      DatabaseJobStore jobs = DatabaseJobStore.on(database);
      JobSpec once = JobSpec.of("work").withIdempotencyKey(longName(1));
      AsyncJob first = jobs.enqueue(once).job();
      assertThat(jobs.enqueue(once).job().id()).isEqualTo(first.id());
      assertThat(jobs.enqueue(once.withIdempotencyKey(longName(2))).created()).isTrue();

      jobs.requestCancel(first.id(), "to be forgotten", Effects.none());
      time.advance(Duration.ofSeconds(1));
      assertThat(jobs.purge(Duration.ZERO, 10)).isEqualTo(1);
      assertThat(jobs.enqueue(once).created()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLongTypeOrGroupAndABlankIdempotencyKeyAreRefusedBeforeTheyAreStored(boolean sqlite) {
    try (Database database = open(sqlite)) {
      DatabaseJobStore jobs = DatabaseJobStore.on(database);
      for (JobSpec wrong :
          List.of(
              JobSpec.of(longName(1)),
              JobSpec.of("work").withGroup(longName(1)).withDelay(Duration.ofSeconds(1)),
              JobSpec.of("work").withIdempotencyKey(" "))) {
        assertThatThrownBy(() -> jobs.enqueue(wrong)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
