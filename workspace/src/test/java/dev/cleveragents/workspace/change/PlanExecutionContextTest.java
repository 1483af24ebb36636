package dev.cleveragents.workspace.change;

import static dev.cleveragents.workspace.change.Samples.ORIGIN;
import static dev.cleveragents.workspace.change.Samples.bytes;
import static dev.cleveragents.workspace.change.Samples.contents;
import static dev.cleveragents.workspace.change.Samples.creation;
import static dev.cleveragents.workspace.change.Samples.modify;
import static dev.cleveragents.workspace.change.Samples.move;
import static dev.cleveragents.workspace.change.Samples.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.TestStore;
import dev.cleveragents.workspace.change.Changeset.Status;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import java.nio.file.Path;
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
    Changeset stored = Samples.stored(store, handle.id());
    assertThat(changesets.of(plan)).containsExactly(stored);
    assertThat(stored.plan()).isEqualTo(plan);
    assertThat(stored.job()).isEqualTo(lease.job());
    assertThat(stored.lease()).isEqualTo(lease.number());
    assertThat(stored.step()).isEqualTo(handle.step()).isEqualTo(3);
    assertThat(stored.status()).isEqualTo(Status.OPEN);
    assertThat(stored.entries()).isZero();
    assertThat(stored.endedAt()).isNull();
  }

  @Test
  void entriesAreNumberedFromOneAndReadAsTheyWereRecorded() {
    ChangesetHandle handle = context.startChangeset(1);
    ChangeEntry first = Samples.record(handle, creation("a", "1"), contents("1"), ORIGIN);
    List<ChangeEntry> more =
        handle.recordAll(
            List.of(
                new Recorded(modify("a", "1", "2"), contents("2"), ORIGIN),
                new Recorded(move("a", "b", "2", "2"), ChangeContents.none(), ORIGIN),
                new Recorded(Samples.delete("b", "2"), ChangeContents.none(), ORIGIN)));
    assertThat(first.sequence()).isEqualTo(1);
    assertThat(more).extracting(ChangeEntry::sequence).containsExactly(2L, 3L, 4L);
    assertThat(changesets.entries(handle.id()))
        .containsExactly(first, more.get(0), more.get(1), more.get(2));
    assertThat(Samples.stored(store, handle.id()).entries()).isEqualTo(4);
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
    Samples.record(handle, link, contents("#!/bin/sh", "target"), ORIGIN);
    assertThat(changesets.entries(handle.id()).getFirst().change()).isEqualTo(link);
  }

  @Test
  void contentsAreStoredExactlyAndOnce() {
    byte[] odd = {0, 13, 10, -1, -128, 127, 0};
    FileState state = FileState.of(odd, FileMode.REGULAR);
    ChangesetHandle handle = context.startChangeset(1);
    Samples.record(handle, Change.create("local/app", "a", state), ChangeContents.of(odd), ORIGIN);
    Samples.record(handle, Change.create("local/app", "b", state), ChangeContents.of(odd), ORIGIN);
    assertThat(contentStore.get(state.hash()).orElseThrow()).isEqualTo(odd);
    assertThat(contentStore.get(state("absent").hash())).isEmpty();
    Optional<Long> rows =
        store
            .database()
            .read(it -> it.first("SELECT count(*) FROM changeset_contents", row -> row.getLong(1)));
    assertThat(rows).contains(1L);
  }

  @Test
  void anEntryNeverNamesWhatIsNotThere() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(() -> Samples.record(handle, modify("a", "1", "2"), contents("2"), ORIGIN))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(state("1").hash())
        .hasMessageContaining("neither stored nor given");
    assertThat(changesets.entries(handle.id())).isEmpty();
    assertThat(contentStore.get(state("2").hash())).isEmpty();
    assertThat(Samples.record(handle, creation("a", "1"), contents("1"), ORIGIN).sequence())
        .isEqualTo(1);
  }

  @Test
  void aDamagedContentIsNotHandedOut() {
    Samples.record(context.startChangeset(1), creation("a", "1"), contents("1"), ORIGIN);
    store
        .database()
        .write(it -> it.update("UPDATE changeset_contents SET bytes = ?", bytes("other")));
    assertThatThrownBy(() -> contentStore.get(state("1").hash()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void allEntriesOfOneCallOrNone() {
    ChangesetHandle handle = context.startChangeset(1);
    List<Recorded> changes =
        List.of(
            new Recorded(creation("a", "1"), contents("1"), ORIGIN),
            new Recorded(creation("b", "2"), ChangeContents.none(), ORIGIN));
    assertThatThrownBy(() -> handle.recordAll(changes)).isInstanceOf(OperationException.class);
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void namesThatNoDatabaseKeepsAreRefused() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(() -> Samples.record(handle, creation("a\0b", "1"), contents("1"), ORIGIN))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("a\uFFFDb");
    assertThatThrownBy(
            () ->
                Samples.record(
                    handle,
                    creation("a", "1"),
                    contents("1"),
                    new ChangeOrigin("t", "\uD800", "actor")))
        .isInstanceOf(OperationException.class);
    assertThat(changesets.entries(handle.id())).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsRefused() {
    ChangesetHandle handle = context.startChangeset(1);
    FileState huge =
        new FileState(state("x").hash(), FileMode.REGULAR, PlanExecutionContext.MOST_BYTES + 1);
    Change change = Change.create("local/app", "huge.bin", huge);
    assertThatThrownBy(() -> Samples.record(handle, change, contents("x"), ORIGIN))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("huge.bin")
        .hasMessageContaining("268,435,456");
  }

  @Test
  void aChangesetEndsOnce() {
    ChangesetHandle completed = context.startChangeset(1);
    ChangesetHandle abandoned = context.startChangeset(2);
    completed.complete(Effects.none());
    abandoned.abandon(Effects.none());
    for (ChangesetHandle ended : List.of(completed, abandoned)) {
      assertEnded(ended, () -> ended.complete(Effects.none()));
      assertEnded(ended, () -> ended.abandon(Effects.none()));
      assertEnded(ended, () -> Samples.record(ended, creation("a", "1"), contents("1"), ORIGIN));
      assertThat(changesets.entries(ended.id())).isEmpty();
    }
    assertThat(changesets.of(plan))
        .extracting(Changeset::status)
        .containsExactly(Status.COMPLETE, Status.ABANDONED);
    assertThat(changesets.of(plan)).allMatch(it -> it.endedAt() != null);
  }

  private void assertEnded(ChangesetHandle handle, Runnable attempt) {
    OperationException refused = catchThrowableOfType(OperationException.class, attempt::run);
    assertThat(refused.kind()).isEqualTo(OperationException.Kind.CONFLICT);
    assertThat(refused)
        .hasMessageContaining(handle.id().toString())
        .hasMessageContaining(Samples.stored(store, handle.id()).status().name());
  }

  @Test
  void aChangesetThatWasTakenAwayTakesNothing() {
    ChangesetHandle handle = context.startChangeset(1);
    store.database().write(it -> it.update("DELETE FROM changeset_records"));
    assertThatThrownBy(() -> handle.complete(Effects.none()))
        .hasMessageContaining("not in the store");
  }

  @Test
  void whatIsStoredBesideTheEndIsStoredWithItOrNotAtAll() {
    ChangesetHandle handle = context.startChangeset(1);
    assertThatThrownBy(
            () ->
                handle.complete(
                    DatabaseUnit.writing(
                        it -> {
                          throw new IllegalStateException("on purpose");
                        })))
        .isInstanceOf(EffectsFailedException.class)
        .hasMessageContaining("on purpose");
    assertThat(Samples.stored(store, handle.id()).status()).isEqualTo(Status.OPEN);
    handle.complete(unit -> unit.enqueue(JobSpec.of("next")));
    assertThat(store.jobs().counts().of(AsyncJobStatus.QUEUED)).isEqualTo(1);
    assertThatThrownBy(() -> handle.complete(unit -> unit.enqueue(JobSpec.of("next"))))
        .isInstanceOf(OperationException.class);
    assertThat(store.jobs().counts().of(AsyncJobStatus.QUEUED)).isEqualTo(1);
  }

  @Test
  void aChangesetEndsInTheUnitThatEndsTheJob() {
    ChangesetHandle handle = context.startChangeset(1);
    store.jobs().complete(lease, handle.completion());
    assertThat(Samples.stored(store, handle.id()).status()).isEqualTo(Status.COMPLETE);
  }

  @Test
  void aStaleOwnerCanWriteNothing() {
    ChangesetHandle old = context.startChangeset(1);
    Samples.record(old, creation("a", "1"), contents("1"), ORIGIN);
    store.takeOver(lease);

    assertStale(() -> Samples.record(old, creation("b", "2"), contents("2"), ORIGIN));
    assertStale(() -> old.complete(Effects.none()));
    assertStale(() -> old.abandon(Effects.none()));
    assertStale(() -> context.startChangeset(2));
    assertStale(context::startOver);
    assertThat(changesets.of(plan)).hasSize(1).allMatch(it -> it.status() == Status.OPEN);
    assertThat(changesets.entries(old.id())).hasSize(1);
    assertThat(contentStore.get(state("2").hash())).isEmpty();
  }

  private static void assertStale(Runnable write) {
    OperationException refused = catchThrowableOfType(OperationException.class, write::run);
    assertThat(refused.kind()).isEqualTo(OperationException.Kind.CONFLICT);
    assertThat(refused).hasMessageContaining("is over");
    assertThat(refused.hint()).contains("stop this run");
    assertThat(refused.next()).isEqualTo(NextAction.of(NextAction.Verb.SHOW_PLAN));
  }

  @Test
  void aNewOwnerAbandonsWhatTheOldOneLeftOpen() {
    ChangesetHandle done = context.startChangeset(1);
    done.complete(Effects.none());
    ChangesetHandle left = context.startChangeset(2);
    PlanExecutionContext next = context(store.takeOver(lease));
    ChangesetHandle again = next.startChangeset(2);
    next.startChangeset(3);
    assertThat(changesets.of(plan))
        .extracting(Changeset::id, Changeset::status)
        .containsExactly(
            tuple(done.id(), Status.COMPLETE),
            tuple(left.id(), Status.ABANDONED),
            tuple(again.id(), Status.OPEN),
            tuple(changesets.of(plan).get(3).id(), Status.OPEN));
  }

  @Test
  void startingOverLeavesNothingOfThePlansResult() {
    ChangesetHandle done = context.startChangeset(1);
    Samples.record(done, creation("a", "1"), contents("1"), ORIGIN);
    done.complete(Effects.none());
    context.startChangeset(2);
    context.startOver();
    assertThat(changesets.of(plan)).hasSize(2).allMatch(it -> it.status() == Status.ABANDONED);
    assertThat(changesets.net(plan)).isEmpty();
    assertThat(changesets.entries(done.id())).hasSize(1);
  }

  @Test
  void changesGivenAsTheOnlyOnesReplaceAllThatWasRecorded() {
    ChangesetHandle done = context.startChangeset(1);
    Samples.record(done, creation("a", "1"), contents("1"), ORIGIN);
    done.complete(Effects.none());

    context.note(context.only(2, List.of(new Recorded(creation("b", "2"), contents("2"), ORIGIN))));

    assertThat(changesets.of(plan))
        .extracting(Changeset::step, Changeset::status)
        .containsExactly(tuple(1, Status.ABANDONED), tuple(2, Status.COMPLETE));
    assertThat(changesets.net(plan)).containsExactly(creation("b", "2"));

    context.note(context.only(3, List.of()));

    assertThat(changesets.of(plan)).hasSize(2).allMatch(it -> it.status() == Status.ABANDONED);
  }

  @Test
  void stepsThatAreRolledBackAreNoPartOfTheResult() {
    ChangesetHandle one = context.startChangeset(1);
    Samples.record(one, creation("a", "1"), contents("1"), ORIGIN);
    one.complete(Effects.none());
    ChangesetHandle two = context.startChangeset(2);
    Samples.record(two, modify("a", "1", "2"), contents("2"), ORIGIN);
    two.complete(Effects.none());
    context.startChangeset(3);

    store
        .database()
        .write(
            transaction -> {
              Changesets.rollBackAfter(transaction, plan, 1, context.now());
              return true;
            });

    assertThat(changesets.of(plan))
        .extracting(Changeset::step, Changeset::status)
        .containsExactly(
            tuple(1, Status.COMPLETE), tuple(2, Status.ROLLED_BACK), tuple(3, Status.ROLLED_BACK));
    assertThat(changesets.net(plan)).containsExactly(creation("a", "1"));
    assertThat(changesets.entries(two.id())).hasSize(1);
  }

  @Test
  void thePlansResultIsWhatItsCompletedStepsCameTo() {
    ChangesetHandle one = context.startChangeset(1);
    Samples.record(one, creation("a", "1"), contents("1"), ORIGIN);
    one.complete(Effects.none());
    ChangesetHandle failed = context.startChangeset(2);
    Samples.record(failed, creation("wrong", "1"), contents("1"), ORIGIN);
    failed.abandon(Effects.none());
    ChangesetHandle two = context.startChangeset(2);
    ChangesetHandle beside = context.startChangeset(2);
    Samples.record(two, modify("a", "1", "2"), contents("2"), ORIGIN);
    Samples.record(beside, modify("a", "2", "3"), contents("3"), ORIGIN);
    Samples.record(two, modify("a", "3", "4"), contents("4"), ORIGIN);
    beside.complete(Effects.none());
    two.complete(Effects.none());
    ChangesetHandle open = context.startChangeset(3);
    Samples.record(open, creation("later", "1"), contents("1"), ORIGIN);

    assertThat(changesets.net(plan, 0)).isEmpty();
    assertThat(changesets.net(plan, 1)).containsExactly(creation("a", "1"));
    assertThat(changesets.net(plan, 2)).containsExactly(creation("a", "4"));
    assertThat(changesets.net(plan)).containsExactly(creation("a", "4"));
    assertThat(changesets.entries(plan, Integer.MAX_VALUE))
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
