package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans on which a language model works. */
class AgentPlanTest {

  @TempDir Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("plans.db"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  static Work model() {
    return new Work.ByModel("test", List.of(TestModel.NAME), AgentLimits.STANDARD, "", List.of());
  }

  private Plan runs(TestModel model, String stage) throws Exception {
    fixture.models = model;
    Plan plan = fixture.use("trusted", model(), PlanFixture.check("grep -q two a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), stage);
    }
  }

  @Test
  void aModelReadsEditsAndFinishes() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.call("read_file", "{\"path\": \"a.txt\"}"),
            TestModel.call(
                "edit_file", "{\"path\": \"a.txt\", \"find\": \"one\", \"replace\": \"two\"}"),
            TestModel.finish());

    Plan plan = runs(model, "execute/complete");

    assertThat(plan.results().getFirst().changed()).isOne();
    assertThat(TestModel.answers(model.requests.get(1)).get("call-1")).contains("one");
    assertThat(TestModel.answers(model.requests.get(2)).get("call-1")).isEqualTo("edited a.txt");
    PlanCost cost =
        fixture.database.read(transaction -> new BudgetRows(transaction).costOf(plan.id()));
    assertThat(cost.calls()).isEqualTo(3);
    assertThat(cost.tokens()).isEqualTo(330);
    assertThat(cost.money().picodollars()).isEqualTo(3 * (100L * 1_000_000 + 10 * 2_000_000));
  }

  @Test
  void aQuestionIsAnsweredFromTheIndexWithTheFilesAsTheyAreNow() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.calls(
                new ModelToolCall("1", "write_file", "{\"path\": \"a.txt\", \"content\": \"two\"}"),
                new ModelToolCall("2", "find_context", "{\"question\": \"where is two?\"}")),
            TestModel.finish());

    runs(model, "execute/complete");

    assertThat(TestModel.answers(model.requests.get(1)).get("2"))
        .contains("where is two?", "a.txt");
  }

  @Test
  void whatACommandChangesInAReadOnlyPlanIsUndoneAndTheModelIsTold() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.call("run_command", "{\"command\": \"echo two > a.txt\"}"),
            TestModel.call("read_file", "{\"path\": \"a.txt\"}"),
            TestModel.finish());
    fixture.models = model;
    Plan plan = fixture.use("trusted", true, model());
    try (AsyncWorker _ = fixture.startWorker()) {
      assertThat(fixture.await(plan.id(), "execute/complete").results().getFirst().changed())
          .isZero();
    }

    assertThat(TestModel.answers(model.requests.get(1)).get("call-1")).contains("read-only");
    assertThat(TestModel.answers(model.requests.get(2)).get("call-1"))
        .contains("one")
        .doesNotContain("two");
  }

  @Test
  void theFindingsOfAFailedCheckGoBackToTheModel() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.finish(),
            TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}"),
            TestModel.finish());

    Plan plan = runs(model, "execute/complete");

    assertThat(model.requests.get(1).messages().getLast().toString()).contains("Checks fail");
    assertThat(plan.status().counters().stepsDone()).isEqualTo(8);
  }

  @Test
  void aCallThatCannotBeCarriedOutIsAnAnswer() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.calls(
                new ModelToolCall("1", "no_such_tool", "{}"),
                new ModelToolCall("2", "edit_file", "{\"path\": \"a.txt\", \"findd\": 1}"),
                new ModelToolCall("3", "read_file", "{\"path\": \"../../etc/passwd\"}"),
                new ModelToolCall("4", "write_file", "{\"path\": \"/etc/x\", \"content\": \"x\"}"),
                new ModelToolCall(
                    "5", "run_command", "{\"command\": \"echo two > a.txt; exit 3\"}")),
            TestModel.finish());

    Plan plan = runs(model, "execute/complete");

    var answers = TestModel.answers(model.requests.get(1));
    assertThat(answers.get("1")).contains("There is no tool 'no_such_tool'");
    assertThat(answers.get("2")).contains("no argument 'findd'", "'find' is missing");
    assertThat(answers.get("3")).contains("'..'");
    assertThat(answers.get("4")).contains("absolute");
    assertThat(answers.get("5")).contains("exit code 3");
    assertThat(plan.results().getFirst().changed()).isOne();
  }

  @Test
  void aPlanWaitsWhenItsBudgetIsSpentAndContinuesWhenItIsRaised() throws Exception {
    fixture.budget = Budget.of("3k");
    TestModel model =
        TestModel.replying(
            TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}"),
            TestModel.finish());
    // A reply may have up to 4,000 tokens, so the first call must be given less room.
    Plan plan = runs(model, "execute/waiting");

    assertThat(model.requests).isEmpty();
    assertThat(plan.status().waitsFor()).isEqualTo(PlanStatus.BUDGET);
    fixture.plans.budgets().add(plan.id(), Budget.of("20k"));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    BudgetAccount account = fixture.plans.budgets().account(plan.id()).orElseThrow();
    assertThat(account.tokensSpent()).isEqualTo(220);
    assertThat(account.tokensReserved()).isZero();
  }

  @Test
  void aWarningComesOnceWhenNineTenthsOfTheBudgetAreSpent() throws Exception {
    fixture.budget = Budget.of("100k");
    TestModel model =
        new TestModel(
            (request, _) ->
                request.turn().number() == 17
                    ? TestModel.finish()
                    : new ModelReply(
                        "",
                        List.of(
                            new ModelToolCall(
                                "1",
                                "write_file",
                                "{\"path\": \"a.txt\", \"content\": \"two %d\"}"
                                    .formatted(request.turn().number()))),
                        ModelReply.StopReason.TOOL_CALLS,
                        new ModelUsage(2_500, 0, 0, request.turn().number() == 16 ? 0 : 3_500),
                        ""));

    Plan plan = runs(model, "execute/complete");

    assertThat(warnings(plan)).containsExactly("90,000 of 100,000 tokens");
  }

  private List<Object> warnings(Plan plan) {
    return fixture.log.tail(new EventFilter(plan.id(), "budget.warning", null), 10).stream()
        .<Object>map(entry -> String.valueOf(entry.event().data().get("spent")))
        .toList();
  }

  @Test
  void guidanceGoesIntoTheNextTurn() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) -> {
              boolean guided = request.messages().toString().contains("write two");
              if (!guided) {
                fixture.plans.guide(fixture.plans.list(null, 1).getFirst().id(), "write two");
                return TestModel.call("list_files", "{}");
              }
              return request.turn().number() == 2
                  ? TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}")
                  : TestModel.finish();
            });

    Plan plan = runs(model, "execute/complete");

    assertThat(
            TestModel.answers(
                    new ModelRequest(
                        model.requests.get(1).turn(),
                        "",
                        model
                            .requests
                            .get(1)
                            .messages()
                            .subList(0, model.requests.get(1).messages().size() - 1),
                        List.of(),
                        0))
                .get("call-1"))
        .contains("new guidance");
    assertThat(plan.results().getFirst().changed()).isOne();
  }

  @Test
  void anAgentThatRepeatsItselfIsToldAndThenStopped() throws Exception {
    TestModel model = new TestModel((_, _) -> TestModel.call("read_file", "{\"path\": \"a.txt\"}"));

    Plan plan = runs(model, "execute/errored");

    assertThat(model.requests).hasSize(5);
    assertThat(model.requests.get(3).messages().getLast().toString()).contains("Try another way");
    assertThat(fixture.plans.errors(plan.id()).getLast().message()).contains("stuck");
  }

  @Test
  void aDeniedCallIsAnAnswerAndTheAgentContinues() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}"),
            TestModel.call("run_command", "{\"command\": \"echo two > a.txt\"}"),
            TestModel.finish());
    fixture.models = model;
    Plan plan = fixture.use("manual", model());
    try (AsyncWorker _ = fixture.startWorker()) {
      grant(plan, "strategize");
      grant(plan, "execute");
      Approval first = question(plan, "edit_file");
      fixture.plans.approvals().deny(first, "me", "not like that");
      Approval second = question(plan, "run_command");
      assertThat(TestModel.answers(model.requests.get(1)).get("call-1"))
          .contains("rejected it: not like that");
      fixture.plans.approvals().grant(second, "me");
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(model.requests).hasSize(3);
    assertThat(fixture.plans.require(plan.id()).results().getFirst().changed()).isOne();
  }

  @Test
  void workSinceAWrongDecisionIsRevertedAndTheAgentGuided() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) -> {
              boolean guided = request.messages().toString().contains("use two");
              return switch (request.turn().number()) {
                case 1 ->
                    TestModel.calls(
                        new ModelToolCall(
                            "1",
                            "decide",
                            "{\"question\": \"Which word?\", \"chosen\": \"three\","
                                + " \"rationale\": \"a guess\"}"),
                        new ModelToolCall(
                            "2", "write_file", "{\"path\": \"b.txt\", \"content\": \"three\"}"));
                case 2 ->
                    guided
                        ? TestModel.call(
                            "write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}")
                        : TestModel.finish();
                default -> TestModel.finish();
              };
            });
    fixture.models = model;
    Plan plan = fixture.use("trusted", model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      Plan done = fixture.plans.require(plan.id());
      String wrong =
          fixture.plans.decisions(plan.id()).stream()
              .filter(it -> it.choice().question().equals("Which word?"))
              .map(it -> it.id().toString())
              .findFirst()
              .orElseThrow();

      fixture.checkpoints.rollBack(plan.id(), fixture.checkpoints.before(done, wrong));
      fixture.plans.guide(plan.id(), "use two");
      fixture.plans.resume(plan.id());
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(fixture.plans.require(plan.id()).results().getFirst().changed()).isOne();
    assertThat(model.requests).hasSize(4);
  }

  private void grant(Plan plan, String gate) {
    fixture.plans.approvals().grant(question(plan, gate), "me");
  }

  private Approval question(Plan plan, String gate) {
    Awaitility.await()
        .atMost(PlanFixture.PATIENCE)
        .until(
            () ->
                fixture
                    .plans
                    .approvals()
                    .of(plan.id())
                    .filter(open -> open.gate().contains(gate))
                    .isPresent());
    return fixture.plans.approvals().of(plan.id()).orElseThrow();
  }
}
