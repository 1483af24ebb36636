package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.JobStoreFixture.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.job.store.SessionListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Sessions are told at once; a store may tell them from a thread of its own. */
interface ListenerContract extends ContractPart {

  Duration PATIENCE = Duration.ofMinutes(1);

  /** Counts what it hears and can be told to do something about it. */
  final class Ear implements SessionListener {
    final AtomicInteger work = new AtomicInteger();
    final List<String> cancels = new CopyOnWriteArrayList<>();
    volatile Runnable onWork = () -> {};
    volatile BiConsumer<Lease, String> onCancel = (lease, reason) -> {};

    @Override
    public void workAvailable() {
      work.incrementAndGet();
      onWork.run();
    }

    @Override
    public void cancelRequested(Lease lease, String reason) {
      cancels.add(lease + " " + reason);
      onCancel.accept(lease, reason);
    }
  }

  /** Does it and waits until every ear has heard of work that may have come by it. */
  private void assertHeard(Runnable doing, Ear... ears) {
    int[] before = new int[ears.length];
    for (int i = 0; i < ears.length; i++) {
      before[i] = ears[i].work.get();
    }
    doing.run();
    for (int i = 0; i < ears.length; i++) {
      int known = before[i];
      Ear ear = ears[i];
      await().atMost(PATIENCE).until(() -> ear.work.get() > known);
    }
  }

  @Test
  default void everySessionHearsOfWorkThatMayHaveCome() {
    Ear one = new Ear();
    Ear two = new Ear();
    SessionId session = jobs().session(9, one);
    jobs().session(9, two);
    JobSpec keyed = JobSpec.of(PLAIN).withKeys("k");

    assertHeard(() -> jobs().enqueue(keyed), one, two);
    AsyncJob first = jobs().claimOne(session);
    assertHeard(() -> jobs().store.release(first.lease(), "back", Effects.none()), one, two);
    AsyncJob second = jobs().claimOne(session);
    assertHeard(() -> jobs().store.complete(second.lease(), Effects.none()), one, two);
    AsyncJob third = jobs().running(JobSpec.of(PLAIN));
    assertHeard(() -> jobs().store.complete(third.lease(), unit -> unit.enqueue(keyed)), one, two);
    AsyncJob fourth = jobs().claimOne(jobs().session(1));
    assertHeard(() -> jobs().store.endSession(fourth.lease().session(), 0), one, two);
  }

  @Test
  default void theOwnerAloneHearsOfACancelAtOnce() {
    Ear owner = new Ear();
    Ear other = new Ear();
    SessionId session = jobs().session(1, owner);
    jobs().session(1, other);
    jobs().enqueue(JobSpec.of(PLAIN));
    AsyncJob job = jobs().claimOne(session);

    jobs().another().requestCancel(job.id(), "stop", Effects.none());

    await().atMost(PATIENCE).until(() -> owner.cancels.equals(List.of(job.lease() + " stop")));
    assertThat(other.cancels).isEmpty();
  }

  @Test
  default void aListenerMayCallTheStore() {
    Ear ear = new Ear();
    SessionId session = jobs().session(1, ear);
    List<AsyncJob> claimed = new CopyOnWriteArrayList<>();
    ear.onWork = () -> claimed.addAll(jobs().claim(session, 1));
    ear.onCancel = (lease, reason) -> jobs().store.release(lease, reason, Effects.none());

    AsyncJob job = jobs().enqueue(JobSpec.of(PLAIN));
    await().atMost(PATIENCE).until(() -> claimed.size() == 1);
    jobs().store.requestCancel(job.id(), "stop", Effects.none());

    await().atMost(PATIENCE).until(() -> jobs().now(job).status() == AsyncJobStatus.CANCELLED);
  }

  @Test
  default void aThrowingListenerAffectsNoOther() {
    Ear bad = new Ear();
    bad.onWork =
        () -> {
          throw new StackOverflowError("listener");
        };
    bad.onCancel =
        (lease, reason) -> {
          throw new IllegalStateException("listener");
        };
    SessionId session = jobs().session(1, bad);
    Ear good = new Ear();
    jobs().session(1, good);

    assertHeard(() -> jobs().enqueue(JobSpec.of(PLAIN)), bad, good);
    AsyncJob job = jobs().claimOne(session);
    assertThat(jobs().store.requestCancel(job.id(), "stop", Effects.none()).accepted()).isTrue();
    await().atMost(PATIENCE).until(() -> bad.cancels.size() == 1);
    assertThat(jobs().store.complete(job.lease(), Effects.none()).accepted()).isTrue();
  }
}
