package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.Deletion;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceSettings;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.engine.sandbox.SandboxState;
import dev.cleveragents.engine.stray.Copies;
import dev.cleveragents.engine.stray.Holding;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
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
  private PlanHouse house;
  private Questions questions;

  @BeforeEach
  void open() throws Exception {
    house = new PlanHouse(folder, Base.SQLITE.in(folder));
    questions = new Questions(house);
    questions.askBeforeEveryTool();
  }

  @AfterEach
  void close() {
    house.close();
  }

  private Path setUps() {
    return folder.resolve("set-ups");
  }

  /** Is prepared by a command that leaves a file and is counted. */
  private Resource prepared(ResourceType type) {
    return new Resource(
        Name.of("app"),
        type,
        house.repository,
        new ResourceSettings(List.of(), "echo made > made.txt; echo x >> " + setUps()));
  }

  /** Three steps; the last one needs what the first and the set-up have left beside the files. */
  private Plan use(ResourceType type) throws Exception {
    return house.use(
        List.of(prepared(type)),
        "careful",
        false,
        script(
            "run: {command: 'echo built >> made.txt; echo one >> a.txt'}",
            "write: {path: b.txt, content: new}",
            "run: {command: 'cp made.txt seen.txt'}"));
  }

  private SandboxRecord only(Plan plan) {
    assertThat(house.sandboxes.of(plan.id())).hasSize(1);
    return house.sandboxes.of(plan.id()).getFirst();
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
      try (AsyncWorker _ = house.startWorker()) {
        Approval open = questions.about(plan.id(), step);
        assertThat(only(plan).state()).isEqualTo(SandboxState.WAITING);
        house.plans.approvals().grant(open, "ana");
      }
    }
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("seen.txt")).isEqualTo("made\nbuilt\n");
    assertThat(house.read("a.txt")).isEqualTo("one\none\n");
    assertThat(house.repository.resolve("made.txt")).doesNotExist();
    assertThat(setUps()).hasContent("x");
    assertThat(only(plan).state()).isEqualTo(SandboxState.REMOVED);
  }

  @Test
  void eachOfTwoResourcesGoesOnInItsOwn() throws Exception {
    // From the same commit, so that nothing but the name tells their copies apart.
    Path docs = folder.resolve("docs");
    house.git("clone", "-q", ".", docs.toString());
    Resource second = Resource.of(Name.of("docs"), ResourceType.GIT_CHECKOUT, docs);
    Plan plan =
        house.use(
            List.of(house.resource(), second),
            "careful",
            false,
            script(
                "write: {path: b.txt, content: new}",
                "write: {path: d.txt, content: new, resource: docs}"));
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      questions.allow(plan.id(), 2);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.sandboxes.of(plan.id()))
        .extracting(it -> it.resource().toString())
        .containsExactlyInAnyOrder("local/app", "local/docs");
    assertThat(house.read("b.txt")).isEqualTo("new");
    assertThat(docs.resolve("d.txt")).hasContent("new");
  }

  @Test
  void whatSomebodyDidInItMeanwhileIsNoPartOfThePlan() throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      questions.about(plan.id(), 2);
      Path files = files(only(plan));
      Files.writeString(files.resolve("a.txt"), "not the plan's\n");
      Files.writeString(files.resolve("stray.txt"), "not the plan's\n");
      questions.allow(plan.id(), 2);
      questions.allow(plan.id(), 3);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\none\n");
    assertThat(house.git("show", "--name-only", "--format=")).isEqualTo("a.txt\nb.txt\nseen.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "ledger.git", "files"})
  void anotherIsMadeIfItIsNotWholeAnyMore(String gone) throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      questions.about(plan.id(), 2);
      Deletion.of(only(plan).directory().resolve(gone).normalize());
      questions.allow(plan.id(), 2);
      questions.about(plan.id(), 3);
      assertThat(house.sandboxes.of(plan.id()))
          .extracting(SandboxRecord::state)
          .as("the broken one has no owner any more")
          .containsExactly(SandboxState.ERRORED, SandboxState.WAITING);
      questions.allow(plan.id(), 3);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\none\n");
    assertThat(house.read("seen.txt")).as("ignored files were lost with it").isEqualTo("made\n");
    assertThat(setUps()).hasContent("x\nx");
    assertThat(house.sandboxes.of(plan.id()))
        .extracting(SandboxRecord::state)
        .containsExactly(SandboxState.ERRORED, SandboxState.REMOVED);
  }

  @Test
  void aPersonMayRemoveItAndThePlanGoesOnInAnother() throws Exception {
    Copies copies = new Copies(house.database, house.jobs, house.sandboxes, house.plans);
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      questions.about(plan.id(), 2);
      SandboxRecord waiting = only(plan);
      assertThat(copies.get(waiting.id(), GO).holding().kind()).isEqualTo(Holding.Kind.STORED);
      copies.remove(waiting.id(), false, GO);
      assertThat(waiting.directory()).doesNotExist();
      questions.allow(plan.id(), 2);
      questions.allow(plan.id(), 3);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\none\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPlanThatIsPutBackOrPlannedAnewGoesOnInAnother(boolean replan) throws Exception {
    Plan plan = use(ResourceType.GIT_CHECKOUT);
    try (AsyncWorker _ = house.startWorker()) {
      questions.allow(plan.id(), 1);
      questions.about(plan.id(), 2);
      if (replan) {
        house.plans.replan(plan.id(), "another idea", GO);
      } else {
        Checkpoint begin = house.checkpoints.of(house.plans.require(plan.id())).getFirst();
        house.checkpoints.rollBack(plan.id(), begin);
        house.plans.resume(plan.id());
      }
      questions.about(plan.id(), 1);
    }
    assertThat(house.sandboxes.of(plan.id()))
        .extracting(SandboxRecord::state)
        .containsExactly(SandboxState.ROLLED_BACK, SandboxState.WAITING);
    assertThat(setUps()).hasContent("x\nx");
  }
}
