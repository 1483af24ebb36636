package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan of an agent whose owner dies: the same files, and no stored reply is asked for again. */
class AgentKilledTest {

  private static final ModelReply[] REPLIES = {
    TestModel.calls(
        new ModelToolCall("1", "read_file", "{\"path\": \"a.txt\"}"),
        new ModelToolCall("2", "write_file", "{\"path\": \"b.txt\", \"content\": \"b\\n\"}")),
    TestModel.call("run_command", "{\"command\": \"cat b.txt >> a.txt\"}"),
    TestModel.call("edit_file", "{\"path\": \"b.txt\", \"find\": \"b\", \"replace\": \"c\"}"),
    TestModel.finish()
  };

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

  private String undisturbed() throws Exception {
    fixture.models = TestModel.replying(REPLIES);
    Plan whole = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      return fixture.await(whole.id(), "execute/complete").results().getFirst().tree();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void whileAModelReplies(int turn) throws Exception {
    final String tree = undisturbed();
    AtomicBoolean hangs = new AtomicBoolean(true);
    Path reached = folder.resolve("reached");
    TestModel model =
        new TestModel(
            (request, token) -> {
              if (request.turn().number() == turn && hangs.getAndSet(false)) {
                touch(reached);
                token.await();
                token.throwIfCancelled();
              }
              return REPLIES[request.turn().number() - 1];
            });

    Plan resumed = killedAt(reached, model);

    assertThat(resumed.results().getFirst().tree()).isEqualTo(tree);
    assertThat(model.requests).hasSize(REPLIES.length + 1);
    PlanCost cost =
        fixture.database.read(transaction -> new BudgetRows(transaction).costOf(resumed.id()));
    assertThat(cost.calls()).isEqualTo(REPLIES.length + 1);
    BudgetAccount account = fixture.plans.budgets().account(resumed.id()).orElseThrow();
    assertThat(account.moneySpent()).isEqualTo(cost.money());
    assertThat(account.tokensReserved()).isZero();
  }

  @Test
  void whileACommandOfTheModelRuns() throws Exception {
    String tree = undisturbed();
    Path reached = folder.resolve("reached");
    String hanging =
        "if [ $AGENTS_LEASE = 1 ]; then echo half > half.txt; touch %s; sleep 300; fi; cat b.txt >> a.txt"
            .formatted(reached);
    TestModel model =
        TestModel.replying(
            REPLIES[0],
            TestModel.call("run_command", "{\"command\": \"%s\"}".formatted(hanging)),
            REPLIES[2],
            REPLIES[3]);

    Plan resumed = killedAt(reached, model);

    assertThat(resumed.results().getFirst().tree()).isEqualTo(tree);
    assertThat(model.requests).hasSize(REPLIES.length);
  }

  private Plan killedAt(Path reached, TestModel model) throws Exception {
    fixture.models = model;
    Plan plan = fixture.use("trusted", AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), _ -> Files.exists(reached));
      fixture.takeOwnerForDead();
      try (AsyncWorker _ = fixture.startWorker()) {
        return fixture.await(plan.id(), "execute/complete");
      }
    }
  }

  private static void touch(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
