package dev.cleveragents.workspace.change;

import static dev.cleveragents.workspace.change.Samples.ORIGIN;
import static dev.cleveragents.workspace.change.Samples.contents;
import static dev.cleveragents.workspace.change.Samples.creation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.TestStore;
import dev.cleveragents.workspace.change.Changeset.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads with changesets of one plan at the same moment, on both databases. The harness that
 * ours passes catches the original of report 7120.
 */
@ParameterizedClass
@EnumSource(TestStore.Kind.class)
class ChangesetRaceTest {

  private static final int THREADS = 8;
  private static final int ENTRIES = 25;

  private final TestStore.Kind kind;
  @TempDir Path folder;

  private TestStore store;

  ChangesetRaceTest(TestStore.Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void open() {
    store = TestStore.open(kind, folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void oursKeepsTheChangesOfEveryThreadApart() throws Exception {
    everyThreadFindsItsOwn(Recording.ours(store), 4);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(() -> everyThreadFindsItsOwn(Recording.original(), 4))
        .isInstanceOf(AssertionError.class);
  }

  /** All threads have started before any records, then all record at once. */
  private static void everyThreadFindsItsOwn(Recording recording, int rounds) throws Exception {
    Race.rounds(
        rounds,
        () -> {
          CyclicBarrier allStarted = new CyclicBarrier(THREADS);
          List<Race.Body> bodies = new ArrayList<>();
          List<List<String>> found = new ArrayList<>();
          for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            found.add(List.of());
            bodies.add(
                () -> {
                  Recording.Started changeset = recording.start();
                  meet(allStarted);
                  for (String path : pathsOf(number)) {
                    changeset.record(path);
                  }
                  found.set(number, changeset.paths());
                });
          }
          return new Round(
              bodies,
              () -> {
                for (int thread = 0; thread < THREADS; thread++) {
                  assertThat(found.get(thread)).isEqualTo(pathsOf(thread));
                }
              });
        });
  }

  private static List<String> pathsOf(int thread) {
    return IntStream.range(0, ENTRIES).mapToObj(i -> "thread-" + thread + "/" + i).toList();
  }

  private static void meet(CyclicBarrier barrier)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    barrier.await(60, TimeUnit.SECONDS);
  }

  @Test
  void threadsThatShareAChangesetGetAGaplessSequence() throws Exception {
    PlanExecutionContext context = context(store.newPlan(), store.newLease());
    Changesets changesets = new Changesets(store.database());
    Race.rounds(
        2,
        () -> {
          ChangesetHandle handle = context.startChangeset(1);
          List<Race.Body> bodies = new ArrayList<>();
          for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            bodies.add(
                () ->
                    pathsOf(number)
                        .forEach(
                            path ->
                                Samples.record(
                                    handle, creation(path, "x"), contents("x"), ORIGIN)));
          }
          return new Round(
              bodies,
              () -> {
                List<ChangeEntry> entries = changesets.entries(handle.id());
                assertThat(entries)
                    .extracting(ChangeEntry::sequence)
                    .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, THREADS * ENTRIES).boxed().toList());
                for (int thread = 0; thread < THREADS; thread++) {
                  String prefix = "thread-" + thread + "/";
                  assertThat(entries)
                      .extracting(it -> it.change().path())
                      .filteredOn(path -> path.startsWith(prefix))
                      .isEqualTo(pathsOf(thread));
                }
              });
        });
  }

  @Test
  void ofManyEndsOneCountsAndNothingIsRecordedAfterIt() throws Exception {
    PlanExecutionContext context = context(store.newPlan(), store.newLease());
    Changesets changesets = new Changesets(store.database());
    Race.rounds(
        20,
        () -> {
          ChangesetHandle handle = context.startChangeset(1);
          AtomicInteger completed = new AtomicInteger();
          AtomicInteger abandoned = new AtomicInteger();
          AtomicInteger recorded = new AtomicInteger();
          Race.Body record =
              () ->
                  count(
                      recorded,
                      () -> Samples.record(handle, creation("a", "x"), contents("x"), ORIGIN));
          return new Round(
              () -> {
                Changeset ended = Samples.stored(store, handle.id());
                assertThat(completed.get() + abandoned.get()).isEqualTo(1);
                assertThat(ended.status())
                    .isEqualTo(completed.get() == 1 ? Status.COMPLETE : Status.ABANDONED);
                assertThat(ended.entries()).isEqualTo(recorded.get());
                assertThat(changesets.entries(handle.id())).hasSize(recorded.get());
              },
              () -> count(completed, () -> handle.complete(Effects.none())),
              () -> count(completed, () -> handle.complete(Effects.none())),
              () -> count(abandoned, () -> handle.abandon(Effects.none())),
              record,
              record);
        });
  }

  @Test
  void anOwnerThatIsTakenOverMeanwhileRecordsNothingAfterThat() throws Exception {
    Changesets changesets = new Changesets(store.database());
    Race.rounds(
        10,
        () -> {
          PlanId plan = store.newPlan();
          Lease lease = store.newLease();
          ChangesetHandle old = context(plan, lease).startChangeset(1);
          AtomicInteger recorded = new AtomicInteger();
          AtomicInteger seenAtTakeOver = new AtomicInteger();
          return new Round(
              () -> {
                assertThat(changesets.entries(old.id())).hasSize(recorded.get());
                assertThat(seenAtTakeOver).hasValue(recorded.get());
                assertThat(Samples.stored(store, old.id()).status()).isEqualTo(Status.ABANDONED);
              },
              () -> {
                for (int i = 0; i < 10; i++) {
                  String path = "p" + i;
                  count(
                      recorded,
                      () -> Samples.record(old, creation(path, "x"), contents("x"), ORIGIN));
                }
              },
              () -> {
                Lease next = store.takeOver(lease);
                seenAtTakeOver.set(changesets.entries(old.id()).size());
                context(plan, next).startChangeset(1);
              });
        });
  }

  private static void count(AtomicInteger accepted, Runnable write) {
    try {
      write.run();
      accepted.incrementAndGet();
    } catch (OperationException refused) {
      assertThat(refused.kind()).isEqualTo(OperationException.Kind.CONFLICT);
    }
  }

  private PlanExecutionContext context(PlanId plan, Lease lease) {
    return new PlanExecutionContext(store.database(), store.jobs(), store.ids(), plan, lease);
  }
}
