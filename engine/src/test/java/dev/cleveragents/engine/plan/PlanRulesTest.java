package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
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
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void nothingIsAppliedWhoseRequiredChecksDidNotPassOnExactlyThoseFiles() throws Exception {
    Plan plan = fixture.use("trusted", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      assertThat(fixture.plans.validations(plan.id()))
          .singleElement()
          .satisfies(run -> assertThat(run.result().passed()).isTrue());
      fixture.database.write(
          transaction ->
              transaction.update("UPDATE plan_validations SET tree = ?", "0".repeat(40)));
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/constrained");
    }
    assertThat(fixture.plans.errors(plan.id()).getLast().message()).contains("check");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aCheckThatFailedLastIsNoPermissionEvenIfItPassedBefore() throws Exception {
    Plan plan = fixture.use("trusted", command("echo two >> a.txt"), check("grep -q two a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.database.write(
          transaction ->
              transaction.update(
                  """
                  INSERT INTO plan_validations
                  SELECT 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ', plan_id, name, required, tree, 0, 'no', '', 1, at
                  FROM plan_validations
                  """));
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/constrained");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void checksThatMayRunBesideOthersDo() throws Exception {
    Plan plan =
        fixture.use(
            "trusted",
            command("echo two >> a.txt"),
            parallel("left", "touch %1$s/left; until test -e %1$s/right; do sleep 0.05; done"),
            parallel("right", "touch %1$s/right; until test -e %1$s/left; do sleep 0.05; done"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(fixture.plans.validations(plan.id()))
        .hasSize(2)
        .allSatisfy(run -> assertThat(run.result().passed()).isTrue());
  }

  @Test
  void ofSeveralChecksAtOnceTheOneThatChangesAFileIsNamed() throws Exception {
    Plan plan =
        fixture.use(
            "trusted",
            command("echo two >> a.txt"),
            parallel("good", "true"),
            parallel("bad", "echo bad > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.validations(plan.id()))
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
        fixture.use(
            "ci",
            command(
                "echo one > a.txt",
                "printf '%s' \"$AGENTS_FINDINGS\" | sed 's/REDACTED/taken out/' > findings.txt"),
            check("echo token=" + KEY + "; test -s findings.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("findings.txt")).contains("taken out").doesNotContain(KEY);
    assertThat(fixture.plans.decisions(plan.id()).toString())
        .contains("repair them")
        .doesNotContain(KEY);
    assertThat(fixture.plans.validations(plan.id()).toString()).doesNotContain(KEY);
    assertThat(fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).toString())
        .doesNotContain(KEY);
  }

  @Test
  void secretsThatAFailingCommandPrintsAreNotInItsError() throws Exception {
    Plan plan = fixture.use("ci", command("echo token=" + KEY + "; exit 3"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
    }
    assertThat(fixture.plans.errors(plan.id()).toString()).contains("REDACTED").doesNotContain(KEY);
  }

  @Test
  void aCancelledPlanAsksNothingAnyMore() throws Exception {
    Plan plan = fixture.use("supervised", command("true"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "strategize/complete");
      assertThat(fixture.plans.approvals().of(plan.id())).isPresent();
      fixture.plans.cancel(plan.id(), "not wanted");
    }
    assertThat(fixture.plans.approvals().of(plan.id())).isEmpty();
    assertThat(answers(plan)).containsExactly("withdrawn");
  }

  @Test
  void replanningIsNoApproval() throws Exception {
    Plan plan = fixture.use("trusted", command("echo x > b.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      assertThatThrownBy(() -> fixture.plans.replan(plan.id(), " ", null, CancellationToken.none()))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("why");
      fixture.plans.replan(plan.id(), "better idea", null, CancellationToken.none());
      fixture.await(plan.id(), it -> it.status().counters().replans() == 1);
    }
    assertThat(answers(plan)).startsWith("withdrawn");
  }

  private List<String> answers(Plan plan) {
    return fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).stream()
        .filter(entry -> entry.event().type().equals("approval.given"))
        .map(entry -> String.valueOf(entry.event().data().get("answer")))
        .toList();
  }

  @Test
  void anUnattendedProfileLeavesThePlanInItsPhaseAndSaysSo() throws Exception {
    fixture.definitions.create(
        DefinitionKind.PROFILE,
        new YamlSource("profile", "name: careful\nbased_on: ci\nthresholds: {apply: 1.0}\n"));
    Plan plan = fixture.use("careful", command("echo two >> a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      assertThat(fixture.plans.approvals().of(plan.id())).isEmpty();
      assertThat(fixture.plans.errors(plan.id()))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.category()).isEqualTo("policy");
                assertThat(error.message()).contains("careful").contains("apply");
                assertThat(error.advice().next())
                    .isEqualTo(NextAction.of(Verb.APPLY_PLAN, plan.id()));
              });
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
  }

  @Test
  void toExecuteWhatFailedOrWasPausedIsToTryAgain() throws Exception {
    Path mended = folder.resolve("mended");
    Plan plan =
        fixture.use("trusted", command("test -e %s && echo two >> a.txt".formatted(mended)));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/errored");
      Files.createFile(mended);
      assertThat(fixture.plans.execute(plan.id()).status().state()).isNotEqualTo(PlanState.ERRORED);
      fixture.await(plan.id(), "execute/complete");
    }
    fixture.plans.apply(plan.id());
    assertThat(fixture.plans.pause(plan.id()).status().held()).isTrue();
    assertThat(fixture.plans.apply(plan.id()).status().held()).isFalse();
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
  }

  @Test
  void thePlanKeepsTheProfileItWasMadeWith() throws Exception {
    fixture.definitions.create(
        DefinitionKind.PROFILE, new YamlSource("profile", "name: mine\nbased_on: trusted\n"));
    Plan plan = fixture.use("mine", command("echo two >> a.txt"));
    fixture.definitions.replace(
        DefinitionKind.PROFILE, new YamlSource("profile", "name: mine\nbased_on: ci\n"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(fixture.plans.approvals().of(plan.id())).isPresent();
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void aProfileThatDoesNotEvenLetItBePlannedStopsItBeforeItIsMade() {
    fixture.definitions.create(
        DefinitionKind.PROFILE,
        new YamlSource("profile", "name: never\nbased_on: ci\nthresholds: {strategize: 1.0}\n"));
    assertThatThrownBy(() -> fixture.use("never", command("true")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("never");
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }

  @Test
  void everythingThatAnActionNamesAndThatIsNotThereIsReportedAtOnce() {
    fixture.definitions.create(
        DefinitionKind.ACTION,
        new YamlSource(
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
        new PlanDrafts(fixture.definitions, "")
            .ofAction(fixture.project(), Name.of("tidy"), Map.of(), null);
    assertThatThrownBy(() -> fixture.plans.use(draft, CancellationToken.none()))
        .isInstanceOf(OperationException.class)
        .hasMessageContainingAll("worker-bee", "thinker", "critic", "lint", "reckless");
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }

  @Test
  void aCommandCannotPlan() {
    fixture.definitions.create(
        DefinitionKind.ACTOR,
        new YamlSource("actor", "name: shell\ntype: command\ncommand: 'true'\n"));
    fixture.definitions.create(
        DefinitionKind.ACTION,
        new YamlSource(
            "action",
            """
            name: tidy
            description: Tidy up
            definition_of_done: It is tidy
            execution_actor: shell
            strategy_actor: shell
            """));
    NewPlan draft =
        new PlanDrafts(fixture.definitions, "")
            .ofAction(fixture.project(), Name.of("tidy"), Map.of(), null);
    assertThatThrownBy(() -> fixture.plans.use(draft, CancellationToken.none()))
        .hasMessageContaining("cannot plan");
  }

  @Test
  void anActorThatIsNamedForAGoalAndIsNotThereIsAFindingAmongOthers() {
    NewPlan draft =
        new PlanDrafts(fixture.definitions, "")
            .ofGoal(
                fixture.project(), " ", new Doer.Named(Name.of("nobody"), null), null, List.of());
    assertThatThrownBy(() -> fixture.plans.use(draft, CancellationToken.none()))
        .hasMessageContainingAll("nobody", "no goal");
  }
}
