package dev.cleveragents.kernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a worker does with the seats it lends. The test plays the store's part; the worker hears of
 * no job in another way.
 */
class SeatTest {

  private static final JobSpec WORK = JobSpec.of(Workshop.TYPE);
  private static final WorkerConfig ONE_SLOT = Workshop.CONFIG.withMaxConcurrency(1);

  private final Workshop shop = new Workshop();
  private final SeatingStore store = new SeatingStore(shop.store);
  private final AtomicInteger bodies = new AtomicInteger();

  @AfterEach
  void close() {
    shop.close();
  }

  private Effects count(AsyncJob job) {
    bodies.incrementAndGet();
    return Effects.none();
  }

  private AsyncWorker started(WorkerConfig config, JobBody body) {
    AsyncWorker worker = shop.worker(store.asStore(), config, body);
    worker.start();
    return worker;
  }

  /** A worker rests a moment after it was started. */
  private Seat awaitSeat() {
    return Workshop.eventually()
        .until(() -> store.seatFor(WORK), Optional::isPresent)
        .orElseThrow();
  }

  private ClaimResult claimFor(Seat seat) {
    return shop.store.claim(seat.session(), seat.filter(), 1, seat::started);
  }

  @Test
  void whatIsClaimedForASeatIsStartedWithoutAPoll() {
    started(ONE_SLOT, this::count);
    for (int i = 1; i <= 3; i++) {
      Seat seat = awaitSeat();
      JobId job = shop.enqueue();

      seat.claimed(claimFor(seat));

      shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED);
      assertThat(bodies).hasValue(i);
    }
  }

  @Test
  void noSeatForWhatTheWorkerWouldNotClaim() {
    started(Workshop.CONFIG.withGroup("mine"), this::count);
    JobSpec mine = WORK.withGroup("mine");
    Seat seat =
        Workshop.eventually().until(() -> store.seatFor(mine), Optional::isPresent).orElseThrow();
    seat.claimed(claimFor(seat));

    assertThat(store.seatFor(WORK)).isEmpty();
    assertThat(store.seatFor(WORK.withGroup("yours"))).isEmpty();
    assertThat(store.seatFor(JobSpec.of("other").withGroup("mine"))).isEmpty();
    Workshop.eventually().until(() -> store.seatFor(mine), Optional::isPresent);
  }

  @Test
  void noSeatWhileEverySlotIsTaken() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    started(
        ONE_SLOT,
        job -> {
          assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
          return Effects.none();
        });
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();
    seat.claimed(claimFor(seat));

    assertThat(store.seatFor(WORK)).isEmpty();

    go.countDown();
    shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED);
    awaitSeat();
  }

  @Test
  void aSeatHoldsItsSlotAndWhoMissedItIsWokenWhenItIsLeft() {
    AsyncWorker worker = started(ONE_SLOT, this::count);
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();

    assertThat(worker.poll()).isZero();
    assertThat(shop.job(job).status()).isEqualTo(AsyncJobStatus.QUEUED);

    seat.left();
    shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void whoMissedTheSlotIsAlsoWokenWhenNothingWasClaimed() {
    AsyncWorker worker = started(ONE_SLOT, this::count);
    Seat seat = awaitSeat();
    ClaimResult nothing = claimFor(seat);
    JobId job = shop.enqueue();
    assertThat(worker.poll()).isZero();

    seat.claimed(nothing);

    shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void onlyAWorkerThatRunsLendsSeats() {
    AsyncWorker worker = shop.worker(store.asStore(), ONE_SLOT, this::count);
    assertThat(worker.poll()).isZero();
    assertThat(store.seatFor(WORK)).isEmpty();

    worker.start();
    awaitSeat().left();
    worker.close();

    assertThat(store.seatFor(WORK)).isEmpty();
  }

  @Test
  void aWorkerThatClosesTakesNoMoreWhileItWaitsForItsBodies() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AsyncWorker worker =
        started(
            Workshop.CONFIG.withMaxConcurrency(2),
            job -> {
              assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
              return Effects.none();
            });
    Seat seat = awaitSeat();
    shop.enqueue();
    seat.claimed(claimFor(seat));
    Thread closing = Thread.ofPlatform().start(worker::close);
    Workshop.eventually().until(() -> worker.health().state() != WorkerState.RUNNING);

    assertThat(store.seatFor(WORK)).isEmpty();

    go.countDown();
    assertThat(closing.join(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void whoeverRunsBodiesInThePollLendsNone() {
    AsyncWorker worker = started(ONE_SLOT.withExecution(Execution.INLINE), this::count);
    assertThat(worker.poll()).isZero();
    Workshop.eventually().until(() -> store.claims() > 1);

    assertThat(store.seatFor(WORK)).isEmpty();
  }

  @Test
  void whatIsClaimedWhileTheWorkerClosesIsNotStarted() {
    AsyncWorker worker = started(ONE_SLOT, this::count);
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();
    ClaimResult claimed = claimFor(seat);
    worker.close();

    seat.claimed(claimed);

    assertThat(shop.job(job).status()).isEqualTo(AsyncJobStatus.QUEUED);
    assertThat(bodies).hasValue(0);
  }

  @Test
  void aSeatOfASessionThatIsOverGivesItsSlotBack() {
    started(ONE_SLOT, this::count);
    Seat seat = awaitSeat();
    shop.store.closeSession(seat.session());
    JobId job = shop.enqueue();

    ClaimResult over = claimFor(seat);
    assertThat(over).isInstanceOf(ClaimResult.SessionOver.class);
    seat.claimed(over);

    shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED);
  }

  @Test
  void aCancelThatOvertakesTheSeatIsKept() {
    started(ONE_SLOT, this::count);
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();
    ClaimResult claimed = claimFor(seat);
    shop.store.requestCancel(job, "not wanted any more", Effects.none());

    seat.claimed(claimed);

    shop.awaitStatus(job, AsyncJobStatus.CANCELLED);
    assertThat(bodies).hasValue(0);
  }

  @Test
  void aBeatDoesNotTakeWhatIsBeingClaimedForALostAnswer() {
    started(ONE_SLOT.withSession(Workshop.beatingEvery(Duration.ofMillis(1))), this::count);
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();
    ClaimResult claimed = claimFor(seat);
    int before = store.beats();
    Workshop.eventually().until(() -> store.beats() > before + 2);

    seat.claimed(claimed);

    assertThat(shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED).leases()).isEqualTo(1);
    assertThat(bodies).hasValue(1);
  }

  @Test
  void whatWasClaimedAndNotToldIsGivenBackByABeat() {
    AsyncWorker worker =
        started(ONE_SLOT.withSession(Workshop.beatingEvery(Duration.ofMillis(1))), this::count);
    Seat seat = awaitSeat();
    JobId job = shop.enqueue();
    claimFor(seat);

    seat.left();

    Workshop.eventually()
        .until(() -> worker.poll() > 0 || shop.job(job).status() == AsyncJobStatus.SUCCEEDED);
    assertThat(shop.awaitStatus(job, AsyncJobStatus.SUCCEEDED).leases()).isEqualTo(2);
    assertThat(bodies).hasValue(1);
  }
}
