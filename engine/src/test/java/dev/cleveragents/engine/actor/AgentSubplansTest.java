package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans whose model splits the work. */
class AgentSubplansTest {

  private static final String TWO_PARTS =
      "{\"parts\": [{\"name\": \"b\", \"goal\": \"make b\"}, {\"name\": \"c\", \"goal\": \"make c\"}]}";

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

  private static boolean isPart(ModelRequest request, String goal) {
    return request.messages().getFirst().toString().contains("Task:\n" + goal + "\n");
  }

  private static ModelReply write(String path, String content) {
    return TestModel.call(
        "write_file", "{\"path\": \"%s\", \"content\": \"%s\\n\"}".formatted(path, content));
  }

  /** A model that writes, splits, and checks what it got; its parts write a file each. */
  private static TestModel splitting(String split, String then) {
    return new TestModel(
        (request, _) -> {
          int turn = request.turn().number();
          for (String name : List.of("b", "c")) {
            if (isPart(request, "make " + name)) {
              return turn == 1
                  ? TestModel.call(
                      "run_command",
                      "{\"command\": \"cat a.txt > %1$s.txt && echo %1$s >> %1$s.txt\"}"
                          .formatted(name))
                  : TestModel.call("finish", "{\"summary\": \"made " + name + "\"}");
            }
          }
          return switch (turn) {
            case 1 -> write("a.txt", "two");
            case 2 -> TestModel.call("spawn_subplans", split);
            case 3 -> TestModel.call("run_command", "{\"command\": \"" + then + "\"}");
            default -> TestModel.finish();
          };
        });
  }

  private static ModelRequest ofParent(TestModel model, int turn) {
    return model.requests.stream()
        .filter(it -> !isPart(it, "make b") && !isPart(it, "make c"))
        .filter(it -> it.turn().number() == turn)
        .findFirst()
        .orElseThrow();
  }

  private List<SubplanRow> parts(Plan plan) {
    SubplanRow split = fixture.plans.subplans(plan).getFirst();
    return fixture.plans.subplans(fixture.plans.require(split.id()));
  }

  @Test
  void aModelSplitsItsWorkAndContinuesWithTheMergedTree() throws Exception {
    TestModel model = splitting(TWO_PARTS, "cat b.txt c.txt > all.txt");
    fixture.models = model;
    Plan plan = fixture.use("ci", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker(1)) {
      fixture.await(plan.id(), "apply/applied");
    }

    assertThat(TestModel.answers(ofParent(model, 3)).get("call-1"))
        .isEqualTo(
            """
            2 of 2 parts done and merged; the files now have their changes
            - b: done, 1 file changed. made b
            - c: done, 1 file changed. made c""");
    // The parts began with the files as they were at the call.
    assertThat(fixture.read("all.txt")).isEqualTo("two\nb\ntwo\nc\n");
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    assertThat(fixture.git("for-each-ref", "refs/cleveragents/base")).isEmpty();
    assertThat(fixture.openJobs()).isZero();
  }

  @Test
  void theModelIsToldOfAPartThatFailsAndHasTheOthers() throws Exception {
    TestModel parts = splitting(TWO_PARTS, "test -e c.txt -a ! -e b.txt && echo ok > ok.txt");
    TestModel model =
        new TestModel(
            (request, token) -> {
              if (isPart(request, "make b")) {
                // Without an end it is stuck.
                return new ModelReply(
                    "", List.of(), ModelReply.StopReason.END, TestModel.finish().usage(), "r");
              }
              return parts.answer(request, token);
            });
    fixture.models = model;
    Plan plan = fixture.use("ci", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(TestModel.answers(ofParent(model, 3)).get("call-1"))
        .startsWith("1 of 2 parts done")
        .contains("- b: failed: The model gave 3 empty replies", "- c: done");
    assertThat(fixture.read("ok.txt")).isEqualTo("ok\n");
  }

  @Test
  void aSplitThatCannotBeCarriedOutIsAnAnswer() throws Exception {
    for (List<String> mistake :
        List.of(
            List.of("{\"parts\": []}", "the work is split into no parts"),
            List.of("{\"parts\": [{\"name\": \"a\"}]}", "'parts[0].goal' is missing"),
            List.of("{\"parts\": [\"a\"]}", "'parts' must be a list of objects"),
            List.of(
                "{\"parts\": [{\"name\": \"a\", \"goal\": \"g\", \"depends_on\": [\"a\"]}]}",
                "parts depend on each other in a circle: a"),
            List.of(
                "{\"parts\": [{\"name\": \"a\", \"goal\": \"g\", \"cost\": 1}]}",
                "there is no argument 'parts[0].cost'"))) {
      TestModel model =
          TestModel.replying(
              TestModel.call("spawn_subplans", mistake.getFirst()), TestModel.finish());
      fixture.models = model;
      Plan plan = fixture.use("trusted", AgentPlanTest.model());
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), "execute/complete");
      }
      assertThat(TestModel.answers(model.requests.get(1)).get("call-1")).contains(mistake.get(1));
      assertThat(fixture.plans.subplans(plan)).isEmpty();
    }
  }

  @Test
  void aSplitIsAskedForWhereTheProfileSaysSo() throws Exception {
    fixture.models = TestModel.replying(TestModel.call("spawn_subplans", TWO_PARTS));
    Plan plan = fixture.use("manual", AgentPlanTest.model());
    fixture.plans.resume(plan.id());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "strategize/complete");
      fixture.plans.execute(plan.id());
      Plan waiting = fixture.await(plan.id(), "execute/waiting");
      assertThat(waiting.status().waitsFor()).contains("split into 2 parts?");
      assertThat(fixture.plans.subplans(waiting)).isEmpty();
    }
  }

  @Test
  void aCancelledPlanEndsThePartsThatItsModelHasAskedFor() throws Exception {
    fixture.models =
        new TestModel(
            (request, _) ->
                isPart(request, "make b") || isPart(request, "make c")
                    ? TestModel.call("run_command", "{\"command\": \"sleep 600\"}")
                    : TestModel.call("spawn_subplans", TWO_PARTS));
    Plan plan = fixture.use("ci", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(
          plan.id(),
          it ->
              !fixture.plans.subplans(it).isEmpty()
                  && parts(it).stream().anyMatch(p -> p.progress() == Progress.RUNNING));
      fixture.plans.cancel(plan.id(), "enough");
      for (SubplanRow part : parts(plan)) {
        fixture.await(part.id(), "execute/cancelled");
      }
      fixture.await(plan.id(), "execute/cancelled");
    }
    assertThat(fixture.openJobs()).isZero();
  }

  @Test
  void partsSpendFromTheBudgetOfTheirPlan() throws Exception {
    fixture.budget = Budget.of("100k");
    TestModel model = splitting(TWO_PARTS, "true");
    fixture.models = model;
    Plan plan = fixture.use("ci", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
    BudgetAccount spent = fixture.plans.budgets().account(plan.id()).orElseThrow();
    assertThat(model.requests).hasSize(8);
    assertThat(spent.tokensSpent()).isEqualTo(8 * 110);
    assertThat(spent.tokensReserved()).isZero();
  }
}
