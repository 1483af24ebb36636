package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles that models play in a plan besides the work itself. */
class AgentRolesTest {

  private static final ModelReply WRITE =
      TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}");

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

  /** A model with the replies of each role, one for each of its turns. */
  private TestModel model(Map<String, List<ModelReply>> replies) {
    TestModel model =
        new TestModel(
            (request, _) ->
                replies
                    .getOrDefault(request.turn().role(), List.of())
                    .get(request.turn().number() - 1));
    fixture.models = model;
    return model;
  }

  private Plan runs(String stage) throws Exception {
    Plan plan = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), stage);
    }
  }

  private List<ModelRequest> requests(TestModel model, String role) {
    return model.requests.stream().filter(it -> it.turn().role().equals(role)).toList();
  }

  @Test
  void theStrategyActorReadsDecidesAndProposesAndCannotWrite() throws Exception {
    fixture.planner = AgentPlanTest.model();
    TestModel model =
        model(
            Map.of(
                "strategy",
                List.of(
                    TestModel.calls(
                        new ModelToolCall("1", "read_file", "{\"path\": \"a.txt\"}"),
                        new ModelToolCall(
                            "2", "write_file", "{\"path\": \"a.txt\", \"content\": \"x\"}"),
                        new ModelToolCall(
                            "3",
                            "decide",
                            "{\"question\": \"Which file?\", \"chosen\": \"a.txt\","
                                + " \"alternatives\": [\"b.txt\"], \"confidence\": 0.7,"
                                + " \"rationale\": \"it is there\"}")),
                    TestModel.call(
                        "propose",
                        "{\"steps\": [\"write two into a.txt\"], \"rationale\": \"simple\","
                            + " \"confidence\": 0.8}")),
                "execution",
                List.of(WRITE, TestModel.finish())));

    Plan plan = runs("execute/complete");

    assertThat(TestModel.answers(requests(model, "strategy").get(1)))
        .hasEntrySatisfying("1", it -> assertThat(it).contains("one"))
        .hasEntrySatisfying("2", it -> assertThat(it).contains("There is no tool 'write_file'"));
    assertThat(requests(model, "execution").getFirst().messages().getFirst().toString())
        .contains("Which file? a.txt", "1. write two into a.txt");
    assertThat(fixture.plans.decisions(plan.id()))
        .extracting(Decision::choice)
        .anySatisfy(
            it -> {
              assertThat(it.type()).isEqualTo(DecisionType.STRATEGY_CHOICE);
              assertThat(it.alternatives()).containsExactly("b.txt");
              assertThat(it.confidence()).isEqualTo(0.7);
            });
  }

  @Test
  void whatTheReviewActorAsksForGoesBackToTheWorker() throws Exception {
    fixture.reviews = new Reviews(null, AgentPlanTest.model(), null, List.of());
    TestModel model =
        model(
            Map.of(
                "execution",
                List.of(
                    WRITE,
                    TestModel.finish(),
                    TestModel.call("write_file", "{\"path\": \"b.txt\", \"content\": \"b\\n\"}"),
                    TestModel.finish()),
                "review",
                List.of(
                    TestModel.call(
                        "review",
                        "{\"verdict\": \"request_changes\", \"findings\": [\"b.txt is missing\"]}"),
                    TestModel.call("review", "{\"verdict\": \"approve\"}"))));

    Plan plan = runs("execute/complete");

    assertThat(plan.results().getFirst().changed()).isEqualTo(2);
    assertThat(requests(model, "review").getFirst().messages().getLast().toString())
        .contains("+two");
    assertThat(requests(model, "execution").get(2).messages().getLast().toString())
        .contains("b.txt is missing");
  }

  @Test
  void aViolatedInvariantKeepsAPlanFromItsEnd() throws Exception {
    fixture.reviews =
        new Reviews(null, null, AgentPlanTest.model(), List.of("a.txt keeps its text"));
    ModelReply violated =
        TestModel.calls(
            new ModelToolCall(
                "1",
                "judge",
                "{\"invariant\": 1, \"verdict\": \"violated\", \"where\": \"a.txt:1\"}"),
            new ModelToolCall("2", "finish", "{\"summary\": \"seen\"}"));
    model(
        Map.of(
            "execution",
            List.of(
                WRITE,
                TestModel.finish(),
                TestModel.finish(),
                TestModel.finish(),
                TestModel.finish()),
            "invariants",
            List.of(violated, violated, violated, violated, violated)));

    Plan plan = runs("execute/errored");

    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("invariant 1", "a.txt keeps its text", "a.txt:1");
  }

  @Test
  void aQuestionToTheUserWaitsInTheInboxAndItsAnswerReachesTheModel() throws Exception {
    TestModel model =
        model(
            Map.of(
                "execution",
                List.of(
                    TestModel.call(
                        "ask_user",
                        "{\"question\": \"Which word?\", \"options\": [\"two\", \"three\"]}"),
                    WRITE,
                    TestModel.finish())));
    Plan plan = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      Awaitility.await()
          .atMost(PlanFixture.PATIENCE)
          .until(() -> fixture.plans.approvals().of(plan.id()).isPresent());
      Approval question = fixture.plans.approvals().of(plan.id()).orElseThrow();
      assertThat(question.question()).isEqualTo("Which word?");
      assertThat(fixture.openJobs()).isZero();
      fixture.plans.approvals().grant(question, "me", "two, please");
      fixture.await(plan.id(), "execute/complete");
    }
    assertThat(TestModel.answers(model.requests.get(1)).get("call-1"))
        .contains("me answers: two, please");
    assertThat(model.requests).hasSize(3);
  }
}
