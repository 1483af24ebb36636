package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.actor.AgentEntry.Summary;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A conversation that outgrows the window of its model: the model writes summaries of it. */
class AgentSummaryTest {

  private static final int TURNS = 12;

  /** 5,000 tokens are left for messages. */
  private static final ModelInfo SMALL =
      new ModelInfo(TestModel.NAME, 12_000, 1_000, TestModel.PRICE);

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

  /** Writes a long file in each turn, whose text stays in the conversation. */
  private static ModelReply reply(ModelRequest request) {
    int turn = request.turn().number();
    if (isSummary(request)) {
      return new ModelReply(
          "SUMMARY " + turn, List.of(), StopReason.END, new ModelUsage(50, 0, 0, 5), "s");
    }
    return turn == TURNS
        ? TestModel.finish()
        : TestModel.call(
            "write_file",
            "{\"path\": \"f%1$d.txt\", \"content\": \"text-%1$d %2$s\"}"
                .formatted(turn, "some words ".repeat(300)));
  }

  private static boolean isSummary(ModelRequest request) {
    return request.turn().role().equals("execution-summary");
  }

  private Plan runs(TestModel model) throws Exception {
    fixture.models = model;
    Plan plan = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(plan.id(), "execute/complete");
    }
  }

  private List<AgentEntry> entries(Plan plan) {
    return fixture.database.read(
        transaction ->
            new ConversationRows(transaction)
                .of(new ConversationRows.Key(plan.id(), 0, ConversationRows.EXECUTION)));
  }

  @Test
  void theMiddleIsReplacedAndTheRecordKeepsIt() throws Exception {
    TestModel model = new TestModel((request, _) -> reply(request), SMALL);

    Plan plan = runs(model);

    List<ModelRequest> summaries =
        model.requests.stream().filter(AgentSummaryTest::isSummary).toList();
    assertThat(summaries).hasSizeGreaterThan(1);
    assertThat(summaries.getFirst().tools()).isEmpty();
    assertThat(summaries.getFirst().messages().toString()).contains("text-1 ", "wrote f1.txt");
    assertThat(summaries.get(1).messages().toString())
        .contains("SUMMARY 1")
        .doesNotContain("text-1 ");
    List<ModelMessage> last = model.requests.getLast().messages();
    assertThat(last.getFirst().toString()).contains("Task:");
    assertThat(last.get(1).toString()).contains("Your summary of it:", "SUMMARY");
    assertThat(last.toString()).doesNotContain("text-1 ").contains("text-" + (TURNS - 1));
    assertThat(entries(plan)).filteredOn(Summary.class::isInstance).hasSameSizeAs(summaries);
    assertThat(entries(plan).toString()).contains("text-1 ");
    assertThat(plan.results().getFirst().changed()).isEqualTo(TURNS - 1);
    PlanCost cost =
        fixture.database.read(transaction -> new BudgetRows(transaction).costOf(plan.id()));
    assertThat(cost.calls()).isEqualTo(model.requests.size());
    assertThat(cost.tokens()).isEqualTo(110L * TURNS + 55L * summaries.size());
  }

  @Test
  void noRequestHasMoreThanTheWindow() throws Exception {
    TestModel model = new TestModel((request, _) -> reply(request), SMALL);

    runs(model);

    Compaction counter = new Compaction(0, TokenCounter.forModel("test/model"));
    assertThat(model.requests)
        .allSatisfy(request -> assertThat(counter.tokens(request.messages())).isLessThan(5_000));
  }

  @Test
  void guidanceIsKeptWordForWord() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) -> {
              if (request.turn().number() == 1 && !isSummary(request)) {
                fixture.plans.guide(
                    fixture.plans.list(null, 1).getFirst().id(), "never touch the parser");
              }
              return reply(request);
            },
            SMALL);

    runs(model);

    assertThat(model.requests.getLast().messages().get(1).toString())
        .contains("SUMMARY", "never touch the parser");
  }

  @Test
  void anEmptySummaryIsNotAskedForAgain() throws Exception {
    TestModel model =
        new TestModel(
            (request, _) ->
                isSummary(request)
                    ? new ModelReply("", List.of(), StopReason.END, ModelUsage.ZERO, "")
                    : reply(request),
            SMALL);

    runs(model);

    assertThat(model.requests.stream().filter(AgentSummaryTest::isSummary).count())
        .isBetween(1L, TURNS / 2L);
    assertThat(model.requests.getLast().messages().get(1).toString())
        .contains("The files are as it left them");
  }

  @Test
  void itsRecordingReplaysWithTheSameResult() throws Exception {
    Plan plan = runs(new TestModel((request, _) -> reply(request), SMALL));
    Map<ModelRequest.Turn, RecordedExchange> recording =
        fixture
            .database
            .read(transaction -> new ConversationRows(transaction).exchanges(plan.id(), 0))
            .stream()
            .collect(Collectors.toMap(RecordedExchange::turn, Function.identity()));

    TestModel replay =
        new TestModel(
            (request, _) -> Objects.requireNonNull(recording.get(request.turn())).reply(), SMALL);
    Plan again = runs(replay);

    assertThat(replay.requests).hasSize(recording.size());
    assertThat(again.results().getFirst().tree()).isEqualTo(plan.results().getFirst().tree());
  }

  /** Killed while the summary is written, or in the turn after it, when it is stored. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStoredSummaryIsNeverAskedForAgain(boolean whileSummarizing) throws Exception {
    Path reached = folder.resolve("reached");
    AtomicBoolean hangs = new AtomicBoolean(true);
    TestModel model =
        new TestModel(
            (request, token) -> {
              boolean here =
                  whileSummarizing
                      ? isSummary(request)
                      : request.messages().toString().contains("SUMMARY 1");
              if (here && hangs.getAndSet(false)) {
                touch(reached);
                token.await();
                token.throwIfCancelled();
              }
              return reply(request);
            },
            SMALL);
    fixture.models = model;
    Plan plan = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), _ -> Files.exists(reached));
      fixture.takeOwnerForDead();
      try (AsyncWorker _ = fixture.startWorker()) {
        fixture.await(plan.id(), "execute/complete");
      }
    }

    assertThat(
            model.requests.stream().filter(it -> isSummary(it) && it.turn().number() == 1).count())
        .isEqualTo(whileSummarizing ? 2 : 1);
    BudgetAccount account = fixture.plans.budgets().account(plan.id()).orElseThrow();
    PlanCost cost =
        fixture.database.read(transaction -> new BudgetRows(transaction).costOf(plan.id()));
    assertThat(account.moneySpent()).isEqualTo(cost.money());
    assertThat(cost.calls()).isEqualTo(model.requests.size());
  }

  private static void touch(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
