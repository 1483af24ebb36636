package dev.cleveragents.workspace.change;

import static dev.cleveragents.workspace.change.Samples.ORIGIN;
import static dev.cleveragents.workspace.change.Samples.contents;
import static dev.cleveragents.workspace.change.Samples.creation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.TestStore;
import dev.cleveragents.workspace.change.Changeset.Status;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changesets that a rollback or a new result takes out of a plan, on both databases. */
@ParameterizedClass
@EnumSource(TestStore.Kind.class)
class ReplacedChangesTest {

  private final TestStore.Kind kind;
  @TempDir Path folder;

  private TestStore store;
  private Changesets changesets;
  private PlanId plan;
  private Lease lease;
  private PlanExecutionContext context;

  ReplacedChangesTest(TestStore.Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void open() {
    store = TestStore.open(kind, folder);
    changesets = new Changesets(store.database());
    plan = store.newPlan();
    lease = store.newLease();
    context = new PlanExecutionContext(store.database(), store.jobs(), store.ids(), plan, lease);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aNewResultReplacesAllThatWasRecordedAndKeepsIt() {
    step(1, "a");
    step(2, "b");

    write(context.only(2, List.of(new Recorded(creation("c", "3"), contents("3"), ORIGIN))));

    assertThat(paths()).containsExactly("c");
    assertThat(statuses())
        .containsExactlyInAnyOrder(Status.ABANDONED, Status.ABANDONED, Status.COMPLETE);
    assertThat(new ContentStore(store.database()).get(Samples.state("a").hash())).isPresent();
  }

  @Test
  void aResultWithoutChangesLeavesNone() {
    step(1, "a");

    write(context.only(1, List.of()));

    assertThat(paths()).isEmpty();
    assertThat(statuses()).containsExactly(Status.ABANDONED);
  }

  @Test
  void aNewResultThatCannotBeStoredReplacesNothing() {
    step(1, "a");
    Recorded withoutContent = new Recorded(creation("c", "3"), ChangeContents.none(), ORIGIN);

    assertThatThrownBy(() -> write(context.only(2, List.of(withoutContent))))
        .isInstanceOf(OperationException.class);

    assertThat(paths()).containsExactly("a");
    assertThat(statuses()).containsExactly(Status.COMPLETE);
  }

  @Test
  void aRollbackTakesOutTheStepsAfterItsPoint() {
    step(1, "a");
    step(2, "b");
    step(3, "c");

    store
        .database()
        .write(
            transaction -> {
              Changesets.rollBackAfter(transaction, plan, 1, store.database().clock().now());
              return plan;
            });

    assertThat(paths()).containsExactly("a");
    assertThat(statuses())
        .containsExactlyInAnyOrder(Status.COMPLETE, Status.ROLLED_BACK, Status.ROLLED_BACK);
  }

  private void step(int number, String name) {
    ChangesetHandle handle = context.startChangeset(number);
    Samples.record(handle, creation(name, name), contents(name), ORIGIN);
    handle.complete(Effects.none());
  }

  private void write(Effects effects) {
    new LeaseFence(store.jobs(), lease).write(effects);
  }

  private List<String> paths() {
    return changesets.net(plan).stream().map(Change::path).toList();
  }

  private List<Status> statuses() {
    return changesets.of(plan).stream().map(Changeset::status).toList();
  }
}
