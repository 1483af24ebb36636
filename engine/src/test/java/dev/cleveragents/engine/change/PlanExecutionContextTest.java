package dev.cleveragents.engine.change;

import static dev.cleveragents.engine.change.Samples.ORIGIN;
import static dev.cleveragents.engine.change.Samples.bytes;
import static dev.cleveragents.engine.change.Samples.contents;
import static dev.cleveragents.engine.change.Samples.creation;
import static dev.cleveragents.engine.change.Samples.modify;
import static dev.cleveragents.engine.change.Samples.move;
import static dev.cleveragents.engine.change.Samples.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.TestStore;
import dev.cleveragents.engine.change.Changeset.Status;
import dev.cleveragents.engine.change.ChangesetHandle.Recorded;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.store.job.Unit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changesets on both databases, one thread at a time; for many see {@link ChangesetRaceTest}. */
@ParameterizedClass
@EnumSource(TestStore.Kind.class)
class PlanExecutionContextTest {

  private final TestStore.Kind kind;
  @TempDir Path folder;

  private TestStore store;
  private Changesets changesets;
  private ContentStore contentStore;
  private PlanId plan;
  private Lease lease;
  private PlanExecutionContext context;

  PlanExecutionContextTest(TestStore.Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void open() {
    store = TestStore.open(kind, folder);
    changesets = new Changesets(store.database());
    contentStore = new ContentStore(store.database());
    plan = store.newPlan();
    lease = store.newLease();
    context = context(lease);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private PlanExecutionContext context(Lease of) {
    return new PlanExecutionContext(store.database(), store.jobs(), store.ids(), plan, of);
  }

  @Test
  void aStartedChangesetIsStored() {
    ChangesetHandle handle = context.startChangeset(3);
    Changeset stored = changesets.get(handle.id()).orElseThrow();
    assertThat(changesets.of(plan)).containsExactly(stored);
    assertThat(stored.plan()).isEqualTo(plan).isEqualTo(context.plan());
    assertThat(stored.job()).isEqualTo(lease.job());
    assertThat(stored.lease()).isEqualTo(context.lease().number());
    assertThat(stored.step()).isEqualTo(handle.step()).isEqualTo(3);
    assertThat(stored.status()).isEqualTo(Status.OPEN);
    assertThat(stored.entries()).isZero();
    assertThat(stored.endedAt()).isNull();
  }

  @Test
  void entriesAreNumberedFromOneAndReadAsTheyWereRecorded() {
    ChangesetHandle handle = context.startChangeset(1);
    ChangeEntry first = handle.record(creation("a", "1"), contents("1"), ORIGIN);
    List<ChangeEntry> more =
        handle.recordAll(
            List.of(
                new Recorded(modify("a", "1", "2"), contents("2"), ORIGIN),
                new Recorded(move("a", "b", "2", "2"), Contents.none(), ORIGIN),
                new Recorded(Samples.delete("b", "2"), Contents.none(), ORIGIN)));
    assertThat(first.sequence()).isEqualTo(1);
    assertThat(more).extracting(ChangeEntry::sequence).containsExactly(2L, 3L, 4L);
    assertThat(changesets.entries(handle.id()))
        .containsExactly(first, more.get(0), more.get(1), more.get(2));
    assertThat(changesets.get(handle.id()).orElseThrow().entries()).isEqualTo(4);
  }

  @Test
  void recordingNothingStoresNothing() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThat(handle.recordAll(List.of())).isEmpty();
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void modesAndLinksAreKept() {
    ChangesetHandle handle = context.startChangeset(1);
    Change link =
        Change.modify(
            "local/app",
            "x",
            FileState.of(bytes("#!/bin/sh"), FileMode.EXECUTABLE),
            FileState.of(bytes("target"), FileMode.SYMLINK));
    handle.record(link, contents("#!/bin/sh", "target"), ORIGIN);
    assertThat(changesets.entries(handle.id()).getFirst().change()).isEqualTo(link);
  }

  @Test
  void contentsAreStoredExactlyAndOnce() {
    byte[] odd = {0, 13, 10, -1, -128, 127, 0};
    FileState state = FileState.of(odd, FileMode.REGULAR);
    ChangesetHandle handle = context.startChangeset(1);
    handle.record(Change.create("local/app", "a", state), Contents.of(odd), ORIGIN);
    handle.record(Change.create("local/app", "b", state), Contents.of(odd), ORIGIN);
    assertThat(contentStore.get(state.hash()).orElseThrow()).isEqualTo(odd);
    assertThat(contentStore.get(state("absent").hash())).isEmpty();
    Optional<Long> rows =
        store
            .database()
            .read(it -> it.first("SELECT count(*) FROM contents", row -> row.getLong(1)));
    assertThat(rows).contains(1L);
  }

  @Test
  void anEntryNeverNamesWhatIsNotThere() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(() -> handle.record(modify("a", "1", "2"), contents("2"), ORIGIN))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining(state("1").hash())
        .hasMessageContaining("neither stored nor given");
    assertThat(changesets.entries(handle.id())).isEmpty();
    assertThat(contentStore.get(state("2").hash())).isEmpty();
    assertThat(handle.record(creation("a", "1"), contents("1"), ORIGIN).sequence()).isEqualTo(1);
  }

  @Test
  void aDamagedContentIsNotHandedOut() {
    context.startChangeset(1).record(creation("a", "1"), contents("1"), ORIGIN);
    store.database().write(it -> it.update("UPDATE contents SET bytes = ?", bytes("other")));
    assertThatThrownBy(() -> contentStore.get(state("1").hash()))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void allEntriesOfOneCallOrNone() {
    ChangesetHandle handle = context.startChangeset(1);
    List<Recorded> changes =
        List.of(
            new Recorded(creation("a", "1"), contents("1"), ORIGIN),
            new Recorded(creation("b", "2"), Contents.none(), ORIGIN));
    assertThatThrownBy(() -> handle.recordAll(changes)).isInstanceOf(PlanException.class);
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void namesThatNoDatabaseKeepsAreRefused() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(() -> handle.record(creation("a\0b", "1"), contents("1"), ORIGIN))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("a\uFFFDb");
    assertThatThrownBy(
            () ->
                handle.record(
                    creation("a", "1"), contents("1"), new Origin("t", "\uD800", "actor")))
        .isInstanceOf(PlanException.class);
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsRefused() {
    ChangesetHandle handle = context.startChangeset(1);
    FileState huge =
        new FileState(state("x").hash(), FileMode.REGULAR, PlanExecutionContext.MOST_BYTES + 1);
    Change change = Change.create("local/app", "huge.bin", huge);
    assertThatThrownBy(() -> handle.record(change, contents("x"), ORIGIN))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("huge.bin")
        .hasMessageContaining("268,435,456");
  }

  @Test
  void aChangesetEndsOnce() {
    ChangesetHandle completed = context.startChangeset(1);
    ChangesetHandle abandoned = context.startChangeset(2);
    completed.complete();
    abandoned.abandon();
    for (ChangesetHandle ended : List.of(completed, abandoned)) {
      assertEnded(ended, ended::complete);
      assertEnded(ended, ended::abandon);
      assertEnded(ended, () -> ended.record(creation("a", "1"), contents("1"), ORIGIN));
      assertThat(changesets.entries(ended.id())).isEmpty();
    }
    assertThat(changesets.of(plan))
        .extracting(Changeset::status)
        .containsExactly(Status.COMPLETE, Status.ABANDONED);
    assertThat(changesets.of(plan)).allMatch(it -> it.endedAt() != null);
  }

  private void assertEnded(ChangesetHandle handle, Runnable attempt) {
    PlanException refused = catchThrowableOfType(PlanException.class, attempt::run);
    assertThat(refused.kind()).isEqualTo(PlanException.Kind.CONFLICT);
    assertThat(refused)
        .hasMessageContaining(handle.id().toString())
        .hasMessageContaining(changesets.get(handle.id()).orElseThrow().status().name());
  }

  @Test
  void aChangesetThatWasTakenAwayTakesNothing() {
    ChangesetHandle handle = context.startChangeset(1);
    store.database().write(it -> it.update("DELETE FROM changesets"));
    assertThatThrownBy(handle::complete).hasMessageContaining("not in the store");
  }

  @Test
  void whatIsStoredBesideTheEndIsStoredWithItOrNotAtAll() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(
            () ->
                handle.complete(
                    Unit.writing(
                        it -> {
                          throw new IllegalStateException("on purpose");
                        })))
        .isInstanceOf(EffectsFailedException.class)
        .hasMessageContaining("on purpose");
    assertThat(changesets.get(handle.id()).orElseThrow().status()).isEqualTo(Status.OPEN);
    handle.complete(unit -> unit.enqueue(JobSpec.of("next")));
    assertThat(store.jobs().counts().of(AsyncJobStatus.QUEUED)).isEqualTo(1);
    assertThatThrownBy(() -> handle.complete(unit -> unit.enqueue(JobSpec.of("next"))))
        .isInstanceOf(PlanException.class);
    assertThat(store.jobs().counts().of(AsyncJobStatus.QUEUED)).isEqualTo(1);
  }

  @Test
  void aChangesetEndsInTheUnitThatEndsTheJob() {
    ChangesetHandle handle = context.startChangeset(1);
    store.jobs().complete(lease, handle.completion());
    assertThat(changesets.get(handle.id()).orElseThrow().status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void aStaleOwnerCanWriteNothing() {
    ChangesetHandle old = context.startChangeset(1);
    old.record(creation("a", "1"), contents("1"), ORIGIN);
    store.takeOver(lease);

    assertStale(() -> old.record(creation("b", "2"), contents("2"), ORIGIN));
    assertStale(old::complete);
    assertStale(old::abandon);
    assertStale(() -> context.startChangeset(2));
    assertStale(context::startOver);
    assertThat(changesets.of(plan)).hasSize(1).allMatch(it -> it.status() == Status.OPEN);
    assertThat(changesets.entries(old.id())).hasSize(1);
    assertThat(contentStore.get(state("2").hash())).isEmpty();
  }

  private static void assertStale(Runnable write) {
    PlanException refused = catchThrowableOfType(PlanException.class, write::run);
    assertThat(refused.kind()).isEqualTo(PlanException.Kind.CONFLICT);
    assertThat(refused).hasMessageContaining("is over");
    assertThat(refused.hint()).contains("must stop");
    assertThat(refused.command()).contains("plan status");
  }

  @Test
  void aNewOwnerAbandonsWhatTheOldOneLeftOpen() {
    ChangesetHandle done = context.startChangeset(1);
    done.complete();
    ChangesetHandle left = context.startChangeset(2);
    PlanExecutionContext next = context(store.takeOver(lease));
    ChangesetHandle again = next.startChangeset(2);
    next.startChangeset(3);
    assertThat(changesets.of(plan))
        .extracting(Changeset::id, Changeset::status)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(done.id(), Status.COMPLETE),
            org.assertj.core.groups.Tuple.tuple(left.id(), Status.ABANDONED),
            org.assertj.core.groups.Tuple.tuple(again.id(), Status.OPEN),
            org.assertj.core.groups.Tuple.tuple(changesets.of(plan).get(3).id(), Status.OPEN));
  }

  @Test
  void startingOverLeavesNothingOfThePlansResult() {
    ChangesetHandle done = context.startChangeset(1);
    done.record(creation("a", "1"), contents("1"), ORIGIN);
    done.complete();
    context.startChangeset(2);
    context.startOver();
    assertThat(changesets.of(plan)).hasSize(2).allMatch(it -> it.status() == Status.ABANDONED);
    assertThat(changesets.net(plan)).isEmpty();
    assertThat(changesets.entries(done.id())).hasSize(1);
  }

  @Test
  void theContextRecordsInTheChangesetAroundTheCall() throws Exception {
    ChangesetHandle outer = context.startChangeset(1);
    ChangesetHandle inner = context.startChangeset(2);
    outer.callIn(
        () -> {
          inner.callIn(() -> context.record(creation("in", "1"), contents("1"), ORIGIN));
          return context.record(creation("out", "1"), Contents.none(), ORIGIN);
        });
    assertThat(changesets.entries(outer.id()))
        .extracting(it -> it.change().path())
        .containsExactly("out");
    assertThat(changesets.entries(inner.id()))
        .extracting(it -> it.change().path())
        .containsExactly("in");
  }

  @Test
  void withNoChangesetAroundItTheContextSaysSo() throws Exception {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(() -> context.record(creation("a", "1"), contents("1"), ORIGIN))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("No changeset is open around this call");
    try (Scope scope = Scope.open("test", Threads.standard(), CancellationToken.none())) {
      handle.callIn(
          () -> {
            assertThatThrownBy(
                    () ->
                        scope
                            .fork(
                                "f",
                                () -> context.record(creation("a", "1"), contents("1"), ORIGIN))
                            .join(Duration.ofMinutes(1)))
                .hasStackTraceContaining("No changeset is open around this call");
            return 0;
          });
    }
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void theChangesetOfAnotherExecutionIsNotUsed() throws Exception {
    PlanExecutionContext other =
        new PlanExecutionContext(
            store.database(), store.jobs(), store.ids(), store.newPlan(), store.newLease());
    ChangesetHandle handle = other.startChangeset(1);
    handle.callIn(
        () -> {
          assertThatThrownBy(() -> context.record(creation("a", "1"), contents("1"), ORIGIN))
              .isInstanceOf(PlanException.class)
              .hasMessageContaining("another execution");
          return 0;
        });
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void thePlansResultIsWhatItsCompletedStepsCameTo() {
    ChangesetHandle one = context.startChangeset(1);
    one.record(creation("a", "1"), contents("1"), ORIGIN);
    one.complete();
    ChangesetHandle failed = context.startChangeset(2);
    failed.record(creation("wrong", "1"), contents("1"), ORIGIN);
    failed.abandon();
    ChangesetHandle two = context.startChangeset(2);
    ChangesetHandle beside = context.startChangeset(2);
    two.record(modify("a", "1", "2"), contents("2"), ORIGIN);
    beside.record(modify("a", "2", "3"), contents("3"), ORIGIN);
    two.record(modify("a", "3", "4"), contents("4"), ORIGIN);
    beside.complete();
    two.complete();
    ChangesetHandle open = context.startChangeset(3);
    open.record(creation("later", "1"), contents("1"), ORIGIN);

    assertThat(changesets.net(plan, 0)).isEmpty();
    assertThat(changesets.net(plan, 1)).containsExactly(creation("a", "1"));
    assertThat(changesets.net(plan, 2)).containsExactly(creation("a", "4"));
    assertThat(changesets.net(plan)).containsExactly(creation("a", "4"));
    assertThat(changesets.entries(plan))
        .extracting(ChangeEntry::change)
        .containsExactly(
            creation("a", "1"),
            modify("a", "1", "2"),
            modify("a", "2", "3"),
            modify("a", "3", "4"));
    assertThat(changesets.entries(plan, 1)).hasSize(1);
    assertThat(changesets.netAfter(plan, 1)).containsExactly(modify("a", "1", "4"));
    assertThat(changesets.netAfter(plan, 2)).isEmpty();
    assertThat(changesets.net(store.newPlan())).isEmpty();
  }
}
