package dev.cleveragents.workspace.apply.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyFixture;
import dev.cleveragents.workspace.apply.journal.JournalStore.Row;
import dev.cleveragents.workspace.apply.journal.JournalStore.State;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.AppliedTarget;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The moves of a journal: which are allowed, and that each happens once. */
class JournalStoreTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private JournalStore journals;
  private ApplyRequest request;
  private List<TargetRecord> targets;

  @BeforeEach
  void begin() {
    fixture = new ApplyFixture(folder);
    journals = new JournalStore(fixture.database, fixture.jobs);
    request = fixture.request();
    targets =
        List.of(
            new TargetRecord(
                new TargetRecord.Place(
                    ResourceType.FS_DIRECTORY,
                    folder.resolve("root"),
                    folder.resolve("journal"),
                    folder.resolve("staging")),
                null,
                null,
                new Destination.CheckedOutBranch(),
                new AppliedTarget(Name.of("docs"), null, List.of("a"))));
    journals.begin("j1", request, targets);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private State state() {
    return journals.get("j1").state();
  }

  @Test
  void isFoundAsItWasBegun() {
    Row row = journals.get("j1");
    assertThat(row)
        .isEqualTo(
            new Row(
                "j1",
                fixture.plan,
                request.lease().job(),
                request.lease().number(),
                HostName.current(),
                State.PREPARING,
                new TargetRecord.All(targets, List.of(), List.of())));
    assertThat(journals.open()).containsExactly(row);
    assertThat(journals.of(fixture.plan)).containsExactly(row);
    assertThat(journals.find("j1")).contains(row);
    assertThat(journals.find("j2")).isEmpty();
  }

  @Test
  void isCommittedFinishedAndClosedEachOnce() {
    journals.commit("j1", request, targets, List.of("a hint"));
    assertThat(state()).isEqualTo(State.COMMITTED);
    assertThat(journals.get("j1").content().hints()).containsExactly("a hint");
    assertThat(journals.undoing("j1")).as("undone after the point of no return").isFalse();
    assertThat(journals.closed("j1")).as("closed before it is finished").isFalse();
    assertThat(state()).isEqualTo(State.COMMITTED);
    assertThat(journals.open()).hasSize(1);

    List<LocalConflict> kept = List.of(new LocalConflict(Name.of("docs"), "a", "it was changed"));
    TargetRecord.All content = journals.get("j1").content();
    assertThat(journals.finished("j1", content, kept)).isTrue();
    assertThat(journals.finished("j1", content, List.of())).as("told again").isFalse();
    assertThat(state()).isEqualTo(State.FINISHED);
    assertThat(journals.get("j1").content())
        .isEqualTo(new TargetRecord.All(targets, kept, List.of("a hint")));
    assertThat(journals.undoing("j1")).isFalse();
    assertThat(journals.open()).hasSize(1);

    assertThat(journals.closed("j1")).isTrue();
    assertThat(journals.closed("j1")).as("told again").isFalse();
    assertThat(state()).isEqualTo(State.DONE);
    assertThat(journals.open()).isEmpty();
    assertThat(journals.of(fixture.plan)).hasSize(1);
  }

  @Test
  void onceItIsBeingUndoneItIsNeverCommitted() {
    assertThat(journals.undoing("j1")).isTrue();
    assertThat(journals.undoing("j1")).as("told again").isFalse();
    assertThatThrownBy(() -> journals.commit("j1", request, targets, List.of()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rolled back the apply");
    assertThat(state()).isEqualTo(State.UNDOING);
    assertThat(journals.finished("j1", journals.get("j1").content(), List.of())).isFalse();
    assertThat(journals.open()).hasSize(1);
    assertThat(journals.closed("j1")).isTrue();
    assertThat(state()).isEqualTo(State.UNDONE);
    assertThat(journals.open()).isEmpty();
  }

  @Test
  void isNotCommittedAfterAWishToStop() {
    fixture.jobs.requestCancel(request.lease().job(), "no", Effects.none());
    assertThatThrownBy(() -> journals.commit("j1", request, targets, List.of()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("cancelled before its commit");
    assertThat(state()).isEqualTo(State.PREPARING);
  }

  @Test
  void isNeitherBegunNorCommittedUnderALeaseThatIsOver() {
    assertThat(journals.isOwned(journals.get("j1"))).isTrue();
    fixture.jobs.closeSession(request.lease().session());
    assertThat(journals.isOwned(journals.get("j1"))).isFalse();
    assertThatThrownBy(() -> journals.commit("j1", request, targets, List.of()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is over");
    assertThatThrownBy(() -> journals.begin("j2", request, targets))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is over");
    assertThat(state()).isEqualTo(State.PREPARING);
    assertThat(journals.find("j2")).isEmpty();
  }

  @Test
  void isNotOwnedByTheNextLeaseOfItsJob() {
    Row row = journals.get("j1");
    Row earlier =
        new Row(
            row.id(),
            row.plan(),
            row.job(),
            row.lease() - 1,
            row.host(),
            row.state(),
            row.content());
    assertThat(journals.isOwned(earlier)).isFalse();
  }
}
