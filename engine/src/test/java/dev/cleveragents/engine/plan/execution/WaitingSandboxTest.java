package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.ApprovalFixture;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.recovery.SandboxContentReport;
import dev.cleveragents.engine.recovery.SandboxService;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that waits for an answer goes on where it was, if nothing was done to that meanwhile. */
class WaitingSandboxTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir private Path folder;
  private PlanFixture fixture;
  private ApprovalFixture approvals;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    approvals = new ApprovalFixture(fixture);
    approvals.askBeforeEveryTool();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Path setUps() {
    return folder.resolve("set-ups");
  }

  /** Is prepared by a command that leaves a file and is counted. */
  private Resource prepared(ResourceType type) {
    return new Resource(
        Name.of("app"),
        type,
        fixture.repository,
        new ResourceSettings(List.of(), "echo made > made.txt; echo x >> " + setUps()));
  }

  /** Three steps; the last one needs what the first and the set-up have left beside the files. */
  private Plan use(ResourceType type) throws Exception {
    return fixture.use(
        List.of(prepared(type)),
        "careful",
        false,
        script(
            "run: {command: 'echo built >> made.txt; echo one >> a.txt'}",
            "write: {path: b.txt, content: new}",
            "run: {command: 'cp made.txt seen.txt'}"));
  }

  private SandboxRecord only(Plan plan) {
    assertThat(fixture.sandboxes.of(plan.id())).hasSize(1);
    return fixture.sandboxes.of(plan.id()).getFirst();
  }

  private static Path files(SandboxRecord sandbox) {
    return sandbox.directory().resolve("files/repository");
  }

  @ParameterizedTest
  @EnumSource
  void isTheSameForAllStepsWithWhatWasMadeInItAndSetUpOnce(ResourceType type) throws Exception {
    Plan plan = use(type);
    // Each in the worker of another command, as people do it.
    for (int step = 1; step <= 3; step++) {
      try (AsyncWorker _ = fixture.startWorker()) {
        Approval open = approvals.about(plan.id(), step);
        assertThat(only(plan).state()).isEqualTo(SandboxState.WAITING);
        fixture.plans.approvals().grant(open, "ana");
      }
    }
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("seen.txt")).isEqualTo("made\nbuilt\n");
    assertThat(fixture.read("a.txt")).isEqualTo("one\none\n");
    assertThat(fixture.repository.resolve("made.txt")).doesNotExist();
    assertThat(setUps()).hasContent("x");
    assertThat(only(plan).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void eachOfTwoResourcesContinuesInItsOwnSandbox() throws Exception {
    // From the same commit, so that nothing but the name tells their copies apart.
    Path docs = folder.resolve("docs");
    fixture.git("clone", "-q", ".", docs.toString());
    Resource second = Resource.of(Name.of("docs"), ResourceType.GIT_CHECKOUT, docs);
    Plan plan =
        fixture.use(
            List.of(fixture.resource(), second),
            "careful",
            false,
            script(
                "write: {path: b.txt, content: new}",
                "write: {path: d.txt, content: new, resource: docs}"));
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      approvals.allow(plan.id(), 2);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.sandboxes.of(plan.id()))
        .extracting(it -> it.resource().toString())
        .containsExactlyInAnyOrder("local/app", "local/docs");
    assertThat(fixture.read("b.txt")).isEqualTo("new");
    assertThat(docs.resolve("d.txt")).hasContent("new");
  }

  @Test
  void changesMadeInItMeanwhileAreNoPartOfThePlan() throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      approvals.about(plan.id(), 2);
      Path files = files(only(plan));
      Files.writeString(files.resolve("a.txt"), "not the plan's\n");
      Files.writeString(files.resolve("stray.txt"), "not the plan's\n");
      approvals.allow(plan.id(), 2);
      approvals.allow(plan.id(), 3);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\none\n");
    assertThat(fixture.git("show", "--name-only", "--format=")).isEqualTo("a.txt\nb.txt\nseen.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "ledger.git", "files"})
  void anotherIsMadeIfItIsNotWholeAnyMore(String gone) throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      approvals.about(plan.id(), 2);
      Deletion.of(only(plan).directory().resolve(gone).normalize());
      approvals.allow(plan.id(), 2);
      approvals.about(plan.id(), 3);
      assertThat(fixture.sandboxes.of(plan.id()))
          .extracting(SandboxRecord::state)
          .as("the broken one has no owner any more")
          .containsExactly(SandboxState.ERRORED, SandboxState.WAITING);
      approvals.allow(plan.id(), 3);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\none\n");
    assertThat(fixture.read("seen.txt")).as("ignored files were lost with it").isEqualTo("made\n");
    assertThat(setUps()).hasContent("x\nx");
    assertThat(fixture.sandboxes.of(plan.id()))
        .extracting(SandboxRecord::state)
        .containsExactly(SandboxState.ERRORED, SandboxState.REMOVED);
  }

  @Test
  void theUserMayRemoveItAndThePlanContinuesInAnother() throws Exception {
    SandboxService copies =
        new SandboxService(fixture.database, fixture.jobs, fixture.sandboxes, fixture.plans);
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      approvals.about(plan.id(), 2);
      SandboxRecord waiting = only(plan);
      assertThat(copies.get(waiting.id(), GO).holding().kind())
          .isEqualTo(SandboxContentReport.Kind.STORED);
      copies.remove(waiting.id(), false, GO);
      assertThat(waiting.directory()).doesNotExist();
      approvals.allow(plan.id(), 2);
      approvals.allow(plan.id(), 3);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\none\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPlanThatIsRolledBackOrReplannedContinuesInAnother(boolean replan) throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = fixture.startWorker()) {
      approvals.allow(plan.id(), 1);
      approvals.about(plan.id(), 2);
      if (replan) {
        fixture.plans.replan(plan.id(), "another idea", null, GO);
      } else {
        Checkpoint begin = fixture.checkpoints.of(fixture.plans.require(plan.id())).getFirst();
        fixture.checkpoints.rollBack(plan.id(), begin);
        fixture.plans.resume(plan.id());
      }
      approvals.about(plan.id(), 1);
    }
    assertThat(fixture.sandboxes.of(plan.id()))
        .extracting(SandboxRecord::state)
        .containsExactly(SandboxState.ROLLED_BACK, SandboxState.WAITING);
    assertThat(setUps()).hasContent("x\nx");
  }
}
