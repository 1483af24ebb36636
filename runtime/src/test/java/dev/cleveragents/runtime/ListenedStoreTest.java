package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that starts on a seat is told of like one that a poll has claimed. */
class ListenedStoreTest {

  private static final ClaimFilter ALL = ClaimFilter.ofTypes("t");

  @TempDir Path folder;
  private final List<AsyncJob> started = new ArrayList<>();
  private final List<Seated> seats = new ArrayList<>();
  private Database database;
  private ListenedStore store;
  private SessionId session;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("jobs.db"));
    store = new ListenedStore(DatabaseJobStore.on(database), new Started());
    session =
        store.openSession(
            new SessionRequest("w", 2, ProcessIdentity.current("here")), new Lending());
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void byASeat() {
    AsyncJob job = store.enqueue(JobSpec.of("t")).job();

    assertThat(started).extracting(AsyncJob::id).containsExactly(job.id());
    assertThat(seats).singleElement().extracting(seat -> seat.result).isNotNull();
  }

  @Test
  void byAPoll() {
    AsyncJob job = store.enqueue(JobSpec.of("t"), _ -> {}).job();
    assertThat(started).isEmpty();

    store.claim(session, ALL, 1);

    assertThat(started).extracting(AsyncJob::id).containsExactly(job.id());
  }

  private final class Started implements WorkerListener {
    @Override
    public void started(AsyncJob job) {
      started.add(job);
    }

    @Override
    public void ended(Lease lease, Move move) {}
  }

  private final class Lending implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}

    @Override
    public Optional<Seat> seatFor(JobSpec spec) {
      seats.add(new Seated());
      return Optional.of(seats.getLast());
    }
  }

  private final class Seated implements Seat {
    private @Nullable ClaimResult result;

    @Override
    public SessionId session() {
      return session;
    }

    @Override
    public ClaimFilter filter() {
      return ALL;
    }

    @Override
    public Effects started(AsyncJob job) {
      return Effects.none();
    }

    @Override
    public void claimed(ClaimResult answer) {
      result = answer;
    }

    @Override
    public void left() {}
  }
}
