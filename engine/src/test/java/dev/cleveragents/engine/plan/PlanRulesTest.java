package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.yaml.Source;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan may not do, and what is said then. */
class PlanRulesTest {

  /** Looks like a key of a provider and is none. */
  private static final String KEY = "sk-ant-api03-" + "Zk3".repeat(30);

  @TempDir private Path folder;
  private PlanHouse house;

  @BeforeEach
  void open() throws Exception {
    house = new PlanHouse(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void nothingIsAppliedWhoseRequiredChecksDidNotPassOnExactlyThoseFiles() throws Exception {
    Plan plan = house.use("trusted", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      assertThat(house.plans.validations(plan.id()))
          .singleElement()
          .satisfies(run -> assertThat(run.result().passed()).isTrue());
      house.database.write(
          transaction -> transaction.update("UPDATE validation_runs SET tree = ?", "0".repeat(40)));
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/constrained");
    }
    assertThat(house.plans.errors(plan.id()).getLast().message()).contains("check");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aCheckThatFailedLastIsNoPermissionEvenIfItPassedBefore() throws Exception {
    Plan plan = house.use("trusted", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      house.database.write(
          transaction ->
              transaction.update(
                  """
                  INSERT INTO validation_runs
                  SELECT 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ', plan_id, name, required, tree, 0, 'no', '', 1, at
                  FROM validation_runs
                  """));
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/constrained");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void checksThatMayRunBesideOthersDo() throws Exception {
    Plan plan =
        house.use(
            "trusted",
            command("echo two >> a.txt"),
            parallel("left", "touch %1$s/left; until test -e %1$s/right; do sleep 0.05; done"),
            parallel("right", "touch %1$s/right; until test -e %1$s/left; do sleep 0.05; done"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
    }
    assertThat(house.plans.validations(plan.id()))
        .hasSize(2)
        .allSatisfy(run -> assertThat(run.result().passed()).isTrue());
  }

  @Test
  void ofSeveralChecksAtOnceTheOneThatChangesAFileIsNamed() throws Exception {
    Plan plan =
        house.use(
            "trusted",
            command("echo two >> a.txt"),
            parallel("good", "true"),
            parallel("bad", "echo bad > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.validations(plan.id()))
        .satisfiesExactly(
            bad -> assertThat(bad.result().message()).contains("b.txt"),
            good -> assertThat(good.result().passed()).isTrue());
  }

  private ValidationSpec parallel(String name, String command) {
    return new ValidationSpec(
        Name.of(name), command.formatted(folder), true, Duration.ofSeconds(60), true);
  }

  @Test
  void secretsThatAFailingCheckPrintsAreStoredAndHandedOnNowhere() throws Exception {
    Plan plan =
        house.use(
            "ci",
            command(
                "echo one > a.txt",
                "printf '%s' \"$AGENTS_FINDINGS\" | sed 's/REDACTED/taken out/' > findings.txt"),
            check("echo token=" + KEY + "; test -s findings.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
    assertThat(house.read("findings.txt")).contains("taken out").doesNotContain(KEY);
    assertThat(house.plans.decisions(plan.id()).toString()).contains("mend").doesNotContain(KEY);
    assertThat(house.plans.validations(plan.id()).toString()).doesNotContain(KEY);
    assertThat(house.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).toString())
        .doesNotContain(KEY);
  }

  @Test
  void secretsThatAFailingCommandPrintsAreNotInItsError() throws Exception {
    Plan plan = house.use("ci", command("echo token=" + KEY + "; exit 3"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
    }
    assertThat(house.plans.errors(plan.id()).toString()).contains("REDACTED").doesNotContain(KEY);
  }

  @Test
  void aCancelledPlanAsksNothingAnyMore() throws Exception {
    Plan plan = house.use("supervised", command("true"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "strategize/complete");
      assertThat(house.plans.openApproval(plan.id())).isPresent();
      house.plans.cancel(plan.id(), "not wanted");
    }
    assertThat(house.plans.openApproval(plan.id())).isEmpty();
    assertThat(answers(plan)).containsExactly("withdrawn");
  }

  @Test
  void whoPlansAnewHasNotSaidYes() throws Exception {
    Plan plan = house.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      assertThatThrownBy(() -> house.plans.replan(plan.id(), " ", CancellationToken.none()))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("why");
      house.plans.replan(plan.id(), "better idea", CancellationToken.none());
      house.await(plan.id(), it -> it.standing().counters().replans() == 1);
    }
    assertThat(answers(plan)).startsWith("withdrawn");
  }

  private List<String> answers(Plan plan) {
    return house.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).stream()
        .filter(entry -> entry.event().type().equals("approval.given"))
        .map(entry -> String.valueOf(entry.event().data().get("answer")))
        .toList();
  }

  @Test
  void aProfileThatAsksNobodyLeavesThePlanWhereItIsAndSaysSo() throws Exception {
    house.definitions.create(
        DefinitionKind.PROFILE,
        new Source("profile", "name: careful\nbased_on: ci\nthresholds: {apply: 1.0}\n"));
    Plan plan = house.use("careful", command("echo two >> a.txt"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
      assertThat(house.plans.openApproval(plan.id())).isEmpty();
      assertThat(house.plans.errors(plan.id()))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.category()).isEqualTo("policy");
                assertThat(error.message()).contains("careful").contains("apply");
                assertThat(error.advice().command()).isEqualTo("agents plan apply " + plan.id());
              });
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
    }
  }

  @Test
  void toExecuteWhatFailedOrWasPausedIsToTryAgain() throws Exception {
    Path mended = folder.resolve("mended");
    Plan plan = house.use("trusted", command("test -e %s && echo two >> a.txt".formatted(mended)));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/errored");
      Files.createFile(mended);
      assertThat(house.plans.execute(plan.id()).standing().state()).isNotEqualTo(PlanState.ERRORED);
      house.await(plan.id(), "execute/complete");
    }
    house.plans.apply(plan.id());
    assertThat(house.plans.pause(plan.id()).standing().held()).isTrue();
    assertThat(house.plans.apply(plan.id()).standing().held()).isFalse();
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "apply/applied");
    }
  }

  @Test
  void thePlanKeepsTheProfileItWasMadeWith() throws Exception {
    house.definitions.create(
        DefinitionKind.PROFILE, new Source("profile", "name: mine\nbased_on: trusted\n"));
    Plan plan = house.use("mine", command("echo two >> a.txt"));
    house.definitions.replace(
        DefinitionKind.PROFILE, new Source("profile", "name: mine\nbased_on: ci\n"));
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), "execute/complete");
    }
    assertThat(house.plans.openApproval(plan.id())).isPresent();
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aProfileThatDoesNotEvenLetItBePlannedStopsItBeforeItIsMade() {
    house.definitions.create(
        DefinitionKind.PROFILE,
        new Source("profile", "name: never\nbased_on: ci\nthresholds: {strategize: 1.0}\n"));
    assertThatThrownBy(() -> house.use("never", command("true")))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("never");
    assertThat(house.plans.list(null, 10)).isEmpty();
  }

  @Test
  void everythingThatAnActionNamesAndThatIsNotThereIsReportedAtOnce() {
    house.definitions.create(
        DefinitionKind.ACTION,
        new Source(
            "action",
            """
            name: tidy
            description: Tidy up
            definition_of_done: It is tidy
            execution_actor: worker-bee
            strategy_actor: thinker
            review_actor: critic
            validations: [lint]
            automation_profile: reckless
            """));
    NewPlan draft =
        new PlanDrafts(house.definitions)
            .ofAction(house.project(), Name.of("tidy"), Map.of(), null);
    assertThatThrownBy(() -> house.plans.use(draft, CancellationToken.none()))
        .isInstanceOf(PlanException.class)
        .hasMessageContainingAll("worker-bee", "thinker", "critic", "lint", "reckless");
    assertThat(house.plans.list(null, 10)).isEmpty();
  }

  @Test
  void aCommandCannotPlan() {
    house.definitions.create(
        DefinitionKind.ACTOR, new Source("actor", "name: shell\ntype: command\ncommand: 'true'\n"));
    house.definitions.create(
        DefinitionKind.ACTION,
        new Source(
            "action",
            """
            name: tidy
            description: Tidy up
            definition_of_done: It is tidy
            execution_actor: shell
            strategy_actor: shell
            """));
    NewPlan draft =
        new PlanDrafts(house.definitions)
            .ofAction(house.project(), Name.of("tidy"), Map.of(), null);
    assertThatThrownBy(() -> house.plans.use(draft, CancellationToken.none()))
        .hasMessageContaining("cannot plan");
  }

  @Test
  void anActorThatIsNamedForAGoalAndIsNotThereIsAFindingAmongOthers() {
    NewPlan draft =
        new PlanDrafts(house.definitions)
            .ofGoal(house.project(), " ", new Doer.Named(Name.of("nobody"), null), null, List.of());
    assertThatThrownBy(() -> house.plans.use(draft, CancellationToken.none()))
        .hasMessageContainingAll("nobody", "no goal");
  }
}
