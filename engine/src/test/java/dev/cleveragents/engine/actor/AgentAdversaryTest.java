package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Models that misbehave: the plan ends with a clear error, everything is kept, and nothing outside
 * of the sandbox or above the budget happens.
 */
class AgentAdversaryTest {

  private static final ModelReply EMPTY =
      new ModelReply(" \n", List.of(), StopReason.END, new ModelUsage(10, 0, 0, 1), "r");

  @TempDir Path folder;
  private PlanFixture fixture;
  private String before;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("plans.db"));
    before = fixture.everything();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Plan runs(TestModel model, AgentLimits limits, String stage) throws Exception {
    fixture.models = model;
    Plan plan =
        fixture.use(
            "trusted",
            new PlanBrief.Work.ByModel("test", List.of(TestModel.NAME), limits, ""),
            PlanFixture.check("grep -q two a.txt"));
    try (AsyncWorker _ = fixture.startWorker()) {
      Plan ended = fixture.await(plan.id(), stage);
      assertThat(fixture.everything()).isEqualTo(before);
      return ended;
    }
  }

  private String error(Plan plan) {
    return fixture.plans.errors(plan.id()).getLast().message();
  }

  @Test
  void oneThatNeverEndsReachesTheLimitOfItsTurns() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) ->
                TestModel.call(
                    "write_file",
                    "{\"path\": \"n.txt\", \"content\": \"%d\"}"
                        .formatted(request.turn().number())));

    Plan plan = runs(model, new AgentLimits(6, 100), "execute/errored");

    assertThat(model.requests).hasSize(6);
    assertThat(error(plan)).contains("all of its 6 turns");
    assertThat(plan.status().counters().stepsDone()).isEqualTo(13);
  }

  @Test
  void anEmptyReplyIsNoEnd() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) ->
                switch (request.turn().number()) {
                  case 3 ->
                      TestModel.call(
                          "write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}");
                  case 6 -> TestModel.finish();
                  default -> EMPTY;
                });

    runs(model, AgentLimits.STANDARD, "execute/complete");

    assertThat(model.requests).hasSize(6);
    assertThat(model.requests.get(1).messages().getLast().toString()).contains("was empty");
  }

  @Test
  void oneThatRepliesNothingFails() throws Exception {
    TestModel model = new TestModel((_, _) -> EMPTY);

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/errored");

    assertThat(model.requests).hasSize(3);
    assertThat(error(plan)).contains("3 empty replies in a row");
  }

  @Test
  void aThousandToolCallsInOneReplyReachTheLimitOfCalls() throws Exception {
    ModelToolCall[] calls =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    new ModelToolCall(
                        "c" + i, "search_text", "{\"regex\": \"word%d\"}".formatted(i)))
            .toArray(ModelToolCall[]::new);

    Plan plan =
        runs(TestModel.replying(TestModel.calls(calls)), new AgentLimits(6, 20), "execute/errored");

    assertThat(error(plan)).contains("all of its 20 tool calls");
  }

  @Test
  void hugeArgumentsAreRefusedAndAnswered() throws Exception {
    String huge = "x".repeat(1_000_000);
    TestModel model =
        TestModel.replying(
            TestModel.call(
                "write_file", "{\"path\": \"a.txt\", \"content\": \"%s\"}".formatted(huge)),
            TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}"),
            TestModel.finish());

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/complete");

    assertThat(TestModel.answers(model.requests.get(1)).get("call-1"))
        .contains("'content' has more than 500,000 characters")
        .hasSizeLessThan(1_000);
    assertThat(plan.results().getFirst().changed()).isOne();
  }

  @Test
  void oneThatReportsTooMuchUsageIsNeverCountedAboveItsReservation() throws Exception {
    fixture.budget = Budget.of("0.10");
    TestModel model =
        new TestModel(
            (_, _) ->
                new ModelReply(
                    "",
                    List.of(new ModelToolCall("1", "list_files", "{}")),
                    StopReason.TOOL_CALLS,
                    new ModelUsage(1L << 40, 0, 0, 1L << 40),
                    ""));

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/errored");

    BudgetAccount account = fixture.plans.budgets().account(plan.id()).orElseThrow();
    assertThat(account.used()).isBetween(0.01, 1.0);
  }

  @Test
  void oneThatCallsItselfDoneWhileChecksFailEndsAsErrored() throws Exception {
    TestModel model = new TestModel((_, _) -> TestModel.finish());

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/errored");

    assertThat(model.requests).hasSize(4);
    assertThat(error(plan)).contains("still fail after 3 rounds");
  }

  @Test
  void aRedactionMarkIsNotWrittenOverASecret() throws Exception {
    String key = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz";
    fixture.write("key.txt", "token = \"" + key + "\"\n");
    fixture.commit("a secret");
    before = fixture.everything();
    TestModel model =
        TestModel.replying(
            TestModel.call("read_file", "{\"path\": \"key.txt\"}"),
            TestModel.call(
                "write_file",
                "{\"path\": \"key.txt\", \"content\": \"token = [REDACTED:token]\\n\"}"),
            TestModel.call("write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}"),
            TestModel.finish());

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/complete");

    assertThat(TestModel.answers(model.requests.get(1)).get("call-1"))
        .contains("[REDACTED:")
        .doesNotContain("ghp_0123456789");
    assertThat(TestModel.answers(model.requests.get(2)).get("call-1"))
        .contains("redaction marker", "as they were before this call");
    assertThat(plan.results().getFirst().changed()).isOne();
  }

  @Test
  void linksAndGitFoldersAreNoWayOut() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.calls(
                new ModelToolCall("1", "run_command", "{\"command\": \"ln -s / out\"}"),
                new ModelToolCall("2", "read_file", "{\"path\": \"out/etc/passwd\"}"),
                new ModelToolCall(
                    "3", "write_file", "{\"path\": \".git/hooks/x\", \"content\": \"x\"}"),
                new ModelToolCall("4", "delete_file", "{\"path\": \"out\"}"),
                new ModelToolCall(
                    "5", "write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}")),
            TestModel.finish());

    runs(model, AgentLimits.STANDARD, "execute/complete");

    var answers = TestModel.answers(model.requests.get(1));
    assertThat(answers.get("2")).contains("leads out of the sandbox");
    assertThat(answers.get("3")).contains("repository's own files");
  }

  @Test
  void whatCannotBeRecordedIsUndoneAndAnswered() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.calls(
                new ModelToolCall(
                    "1",
                    "run_command",
                    "{\"command\": \"echo w > good.txt; printf x > \\\"$(printf 'bad\\\\377name')\\\"\"}"),
                new ModelToolCall("2", "run_command", "{\"command\": \"git init -q nested\"}"),
                new ModelToolCall(
                    "3", "write_file", "{\"path\": \"a.txt\", \"content\": \"two\\n\"}")),
            TestModel.finish());

    Plan plan = runs(model, AgentLimits.STANDARD, "execute/complete");

    var answers = TestModel.answers(model.requests.get(1));
    assertThat(answers.get("1")).contains("not UTF-8", "as they were before this call");
    assertThat(answers.get("3")).isEqualTo("wrote a.txt");
    assertThat(plan.results().getFirst().changed()).isOne();
  }

  @Test
  void aSecretThatIsCutIsHiddenBeforeItIsCut() throws Exception {
    String key = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz";
    fixture.write(
        "print.sh",
        "echo two > a.txt\necho '%s %s %s'\n"
            .formatted("x".repeat(5_980), key, "y".repeat(40_000)));
    fixture.commit("a script that prints");
    before = fixture.everything();
    TestModel model =
        TestModel.replying(
            TestModel.call("run_command", "{\"command\": \"sh print.sh\"}"), TestModel.finish());

    runs(model, AgentLimits.STANDARD, "execute/complete");

    assertThat(TestModel.answers(model.requests.get(1)).get("call-1")).doesNotContain("ghp_0123");
  }
}
