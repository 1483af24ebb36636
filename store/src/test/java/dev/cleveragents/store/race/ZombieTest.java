package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Outcome;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.Unit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker that was thought dead wakes up after another has claimed its job: nothing it writes
 * counts, whatever it tries. The fence alone sees to that; without it every part of this is red.
 */
class ZombieTest {

  @TempDir Path folder;

  @Test
  void aZombieWritesNothingOnSqlite() {
    aZombieWritesNothing("jdbc:sqlite:" + folder.resolve("jobs.db"));
  }

  @Test
  void aZombieWritesNothingOnPostgres() {
    aZombieWritesNothing(TestPostgres.shared().newSchema());
  }

  private static void aZombieWritesNothing(String url) {
    try (Database database = Database.open(url);
        Database zombies = Database.open(url)) {
      Scene.create(database);
      DatabaseJobStore store = DatabaseJobStore.on(database);
      DatabaseJobStore zombie = DatabaseJobStore.on(zombies);
      store.enqueue(JobSpec.of("t").withKeys("k"));
      Lease old = claim(zombie).lease();
      assertThat(store.endSession(old.session(), 0).recovered()).hasSize(1);
      AsyncJob running = claim(store);
      assertThat(running.lease().number()).isEqualTo(old.number() + 1);

      assertThat(zombie.note(old, effect("zombie"))).matches(it -> !it.accepted(), "refused");
      for (Outcome outcome :
          List.of(
              new Outcome.Succeeded(), new Outcome.Failed("late"), new Outcome.Released("late"))) {
        assertThat(zombie.finish(old, outcome, effect("zombie")).accepted()).isFalse();
        assertThat(store.get(running.id())).contains(running);
      }
      assertThat(store.complete(running.lease(), effect("owner")).accepted()).isTrue();
      assertThat(zombie.complete(old, effect("zombie")).accepted()).isFalse();

      List<String> seen =
          database.read(it -> it.query("SELECT job FROM seen", row -> row.getString(1)));
      assertThat(seen).containsExactly("owner");
      assertThat(store.get(running.id()).orElseThrow().status())
          .isEqualTo(AsyncJobStatus.SUCCEEDED);
    }
  }

  private static Effects effect(String by) {
    return Unit.writing(it -> it.update("INSERT INTO seen (job, lease) VALUES (?, 0)", by));
  }

  private static AsyncJob claim(DatabaseJobStore store) {
    SessionId session =
        store.openSession(new SessionRequest("w", 1, ProcessIdentity.current("here")), new Deaf());
    return ((ClaimResult.Claimed) store.claim(session, Scene.ALL, 1)).jobs().getFirst();
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}
