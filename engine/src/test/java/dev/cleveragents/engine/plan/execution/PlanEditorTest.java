package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Edits of users are steps of their plans, whichever process records them. */
class PlanEditorTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan failed() throws Exception {
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan plan =
          fixture.use(
              "trusted", command("echo tow > a.txt; echo x > b.txt"), check("grep -q two a.txt"));
      return fixture.await(plan.id(), "execute/errored");
    }
  }

  private Plan edited(Plan plan, String text) {
    fixture.plans.edits().open(plan.id());
    try (AsyncWorker _ = fixture.startEditor((sandboxes, _) -> write(sandboxes, text))) {
      return fixture.await(plan.id(), it -> it.status().held());
    }
  }

  private static void write(SandboxGroup sandboxes, String text) {
    try {
      Files.writeString(sandboxes.first().directory().resolve("a.txt"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ChangeEntry> entries(Plan plan) {
    return new Changesets(fixture.database).entries(plan.id(), Integer.MAX_VALUE);
  }

  @Test
  void anEditIsAStepThatTheChecksRunOn() throws Exception {
    Plan plan = edited(failed(), "two\n");

    assertThat(plan.status().counters().stepsDone()).isEqualTo(2);
    assertThat(entries(plan).getLast().origin().actor()).isEqualTo("user");
    assertThat(fixture.plans.decisions(plan.id()))
        .extracting(it -> it.choice().type())
        .contains(DecisionType.USER_EDIT);
    fixture.plans.edits().check(plan.id());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("two\n");
  }

  @Test
  void noWorkerRunsThePlanWhileTheUserEdits() throws Exception {
    Plan plan = failed();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    fixture.plans.edits().open(plan.id());
    try (AsyncWorker _ = fixture.startWorker();
        AsyncWorker _ =
            fixture.startEditor(
                (sandboxes, _) -> {
                  begun.countDown();
                  finish.await();
                  write(sandboxes, "two\n");
                })) {
      begun.await();
      assertThatThrownBy(() -> fixture.plans.edits().check(plan.id()))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("execute/processing and cannot be checked");
      finish.countDown();
      fixture.await(plan.id(), it -> it.status().held());
    }
    assertThat(entries(plan)).hasSize(3);
  }

  @Test
  void theEditsOfAProcessThatDiedAreRecordedByTheNext() throws Exception {
    Plan plan = failed();
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch dead = new CountDownLatch(1);
    fixture.plans.edits().open(plan.id());
    AsyncWorker editor =
        fixture.startEditor(
            (sandboxes, _) -> {
              write(sandboxes, "two\n");
              written.countDown();
              dead.await();
            });
    written.await();
    fixture.takeOwnerForDead();
    Plan held = fixture.await(plan.id(), it -> it.status().held());
    assertThat(held.status().stage()).hasToString("execute/queued");
    assertThat(fixture.sandboxes.of(plan.id()).getLast().state()).isEqualTo(SandboxState.OPENED);
    dead.countDown();
    editor.close();
    assertThat(entries(plan)).as("the dead process stores nothing").hasSize(2);

    fixture.plans.edits().check(plan.id());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(entries(plan)).hasSize(3);
  }

  @Test
  void aResumedCommandRunsOnTopOfTheEdits() throws Exception {
    Plan plan;
    try (AsyncWorker _ = fixture.startWorker()) {
      plan = fixture.await(fixture.use("trusted", command("false")).id(), "execute/errored");
    }
    edited(plan, "mine\n");

    fixture.plans.resume(
        plan.id(), new PlanAmendment.OtherCommand("echo more >> a.txt", null, null, null));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("mine\nmore\n");
  }

  @Test
  void aSandboxThatIsGoneIsRebuiltFromTheSteps() throws Exception {
    Plan plan = failed();
    Deletion.of(folder.resolve("sandboxes"));
    fixture.plans.edits().open(plan.id());
    StringBuilder seen = new StringBuilder();
    try (AsyncWorker _ =
        fixture.startEditor((sandboxes, _) -> seen.append(read(sandboxes, "a.txt")))) {
      fixture.await(plan.id(), it -> it.status().held());
    }
    assertThat(seen).hasToString("tow\n");
  }

  private static String read(SandboxGroup sandboxes, String path) {
    try {
      return Files.readString(sandboxes.first().directory().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCheckOnRequestEndsAWaiverAndRepairsNothing() throws Exception {
    Plan plan;
    try (AsyncWorker _ = fixture.startWorker()) {
      plan =
          fixture.use("trusted", command("echo tow > a.txt", "echo two > a.txt"), check("exit 1"));
      fixture.await(plan.id(), "execute/errored");
      int steps = fixture.plans.require(plan.id()).status().counters().stepsDone();
      fixture.plans.resume(plan.id(), new PlanAmendment.ChecksWaived("it is late"));
      fixture.await(plan.id(), "execute/complete");

      fixture.plans.edits().check(plan.id());
      Plan red = fixture.await(plan.id(), "execute/errored");
      assertThat(red.status().counters().stepsDone()).isEqualTo(steps);
      assertThat(Decision.waiver(fixture.plans.decisions(plan.id()))).isEmpty();
    }
  }

  @Test
  void aPlanThatIsAppliedOrMayChangeNothingIsNotOpened() throws Exception {
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan applied = fixture.carriedOut(command("echo b > b.txt"));
      fixture.plans.apply(applied.id());
      fixture.await(applied.id(), "apply/applied");
      assertThatThrownBy(() -> fixture.plans.edits().open(applied.id()))
          .hasMessageContaining("apply/applied and cannot be opened");
      Plan readOnly = fixture.use("trusted", true, command("false"));
      fixture.await(readOnly.id(), "execute/errored");
      assertThatThrownBy(() -> fixture.plans.edits().open(readOnly.id()))
          .hasMessageContaining("is read-only");
    }
  }
}
