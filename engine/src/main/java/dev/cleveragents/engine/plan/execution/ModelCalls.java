package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.engine.actor.Compaction;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.budget.Amount;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseUnit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls the models of an actor and pays for them.
 *
 * <ul>
 *   <li>The worst case of a call is reserved before it begins, with room in every budget.
 *   <li>The reply is stored by the caller in the transaction that settles the reservation.
 *   <li>A call that ended without a reply is settled at nothing only if it cannot have cost
 *       anything. One that was cancelled stays reserved, and the next owner of the plan counts it
 *       in full.
 * </ul>
 */
final class ModelCalls {

  /** Tokens beside the messages: system text and tools of the longest role, and framing. */
  static final int OVERHEAD = 6_000;

  private static final int MOST_OUTPUT = 16_000;

  /** With less room for a reply a call is not worth its price. */
  private static final int LEAST_OUTPUT = 1_000;

  private final ExecutionRun run;
  private final String actor;
  private final List<ChatModel> models;
  private final TokenCounter counter;

  ModelCalls(ExecutionRun run, String actor, List<ChatModel> models, TokenCounter counter) {
    this.run = run;
    this.actor = actor;
    this.models = List.copyOf(models);
    this.counter = counter;
  }

  /** How many tokens a reply of this model may have. */
  static int maxOutput(ModelInfo info) {
    return Math.min(info.maxOutput(), MOST_OUTPUT);
  }

  /**
   * A reply that is not settled yet.
   *
   * @param settlement the effects that settle it; to be stored with the reply
   * @param cost what it is settled at, at most
   */
  record Paid(ModelReply reply, ModelInfo model, Effects settlement, Amount cost, Duration took) {}

  /** Counts calls in full that were under way when an earlier worker of the plan died. */
  void settleLost() {
    settle(rows -> rows.settleLost(run.plan().id()));
  }

  /**
   * Asks the models in their order until one replies.
   *
   * @throws BudgetSpentException if too little is left in a budget
   * @throws PhaseFailedException if none replies
   */
  Paid ask(ModelRequest request) throws InterruptedException {
    int inputTokens = tokens(request);
    for (int i = 0; ; i++) {
      ChatModel model = models.get(i);
      try {
        return ask(model, request, inputTokens);
      } catch (ModelException e) {
        if (i == models.size() - 1) {
          // The model itself retries what may pass.
          throw new PhaseFailedException("model", describe(e), false, null);
        }
        failed(model, request.turn(), e);
      }
    }
  }

  /** Stores that a model did not reply, and the next one is asked. */
  private void failed(ChatModel model, ModelRequest.Turn turn, ModelException why) {
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "role", turn.role(),
            "turn", turn.number(),
            "model", model.info().name().toString(),
            "why", describe(why));
    PlanRecorder recorder = run.recorder();
    recorder.store(recorder.change((moves, stored) -> moves.append("model.failed", stored, data)));
  }

  private Paid ask(ChatModel model, ModelRequest request, int inputTokens)
      throws ModelException, InterruptedException {
    Ulid call = run.services().journal().nextId();
    int output = reserve(call, model.info(), request.turn().role(), inputTokens);
    long began = System.nanoTime();
    ModelReply reply;
    try {
      reply =
          model.reply(
              request.withMaxOutput(output),
              part -> run.services().agents().feed().text(run.plan().id(), part),
              run.token());
    } catch (ModelException e) {
      settle(e.mayHaveCost() ? rows -> rows.settleInFull(call) : rows -> rows.release(call));
      throw e;
    }
    ModelPrice price = model.info().price();
    Amount cost =
        new Amount(price == null ? Money.ZERO : price.of(reply.usage()), reply.usage().total());
    Effects settlement = spending().of(rows -> rows.settle(call, reply.usage(), cost));
    return new Paid(
        reply, model.info(), settlement, cost, Duration.ofNanos(System.nanoTime() - began));
  }

  private void settle(Consumer<BudgetRows> settlement) {
    run.recorder().store(spending().of(settlement));
  }

  private PlanSpending spending() {
    return new PlanSpending(run.services(), run.recorder());
  }

  /** Reserves the worst case; with less room for the reply if the whole does not fit. */
  private int reserve(Ulid call, ModelInfo info, String role, int inputTokens) {
    int output = maxOutput(info);
    Optional<BudgetAccount> tight = tryReserve(call, info, role, inputTokens, output);
    if (tight.isEmpty()) {
      return output;
    }
    requirePriced(info, tight.get());
    int affordable = affordable(tight.get(), info.price(), inputTokens);
    if (affordable >= LEAST_OUTPUT && affordable < output) {
      tight = tryReserve(call, info, role, inputTokens, affordable);
      if (tight.isEmpty()) {
        return affordable;
      }
    }
    throw new BudgetSpentException(spent(tight.get(), info, inputTokens));
  }

  /** Returns the account that has too little left, or nothing if the call is reserved. */
  private Optional<BudgetAccount> tryReserve(
      Ulid call, ModelInfo info, String role, int input, int output) {
    Plan plan = run.plan();
    ModelPrice price = info.price();
    Amount worst =
        new Amount(price == null ? Money.ZERO : price.atMost(input, output), (long) input + output);
    BudgetRows.Call described =
        new BudgetRows.Call(
            call,
            plan.id(),
            plan.kind().root(),
            plan.kind().project(),
            new BudgetRows.Caller(actor, role),
            info.name().toString(),
            price != null);
    AtomicReference<BudgetRows.@Nullable Answer> answer = new AtomicReference<>();
    run.recorder()
        .store(
            DatabaseUnit.writing(
                transaction -> answer.set(reserve(transaction, described, worst))));
    BudgetRows.Answer given = Objects.requireNonNull(answer.get());
    boolean unpriced = price == null && given.tightest().moneyCap() != null;
    if (unpriced) {
      settle(rows -> rows.release(call));
    }
    return given.accepted() && !unpriced ? Optional.empty() : Optional.of(given.tightest());
  }

  private BudgetRows.Answer reserve(Transaction transaction, BudgetRows.Call call, Amount worst) {
    return new BudgetRows(transaction)
        .reserve(call, worst, run.services().agents().perDay(), run.services().now());
  }

  private static int affordable(
      BudgetAccount account, @Nullable ModelPrice price, int inputTokens) {
    Amount left = account.left();
    long byTokens = left.tokens() - inputTokens;
    if (price == null || price.output().picodollars() == 0) {
      return Math.clamp(byTokens, 0, Integer.MAX_VALUE);
    }
    long money = left.money().picodollars() - price.atMost(inputTokens, 0).picodollars();
    return Math.clamp(
        Math.min(byTokens, money / price.output().picodollars()), 0, Integer.MAX_VALUE);
  }

  private static void requirePriced(ModelInfo info, BudgetAccount account) {
    if (info.price() == null && account.moneyCap() != null) {
      throw new PhaseFailedException(
          "budget",
          "The price of %s is not known, so a budget in money cannot limit it"
              .formatted(info.name()),
          false,
          "Give its price in models.toml, or use a budget in tokens");
    }
  }

  private static String spent(BudgetAccount account, ModelInfo info, int inputTokens) {
    Amount left = account.left();
    String rest =
        account.moneyCap() == null
            ? "%,d tokens".formatted(Math.max(0, left.tokens()))
            : new Money(Math.max(0, left.money().picodollars())).toString();
    ModelPrice price = info.price();
    String needed =
        price == null || account.moneyCap() == null
            ? "%,d tokens".formatted(inputTokens + LEAST_OUTPUT)
            : price.atMost(inputTokens, LEAST_OUTPUT).toString();
    return "The budget of %s has %s left, too little for a call of %s with %,d tokens of input, which needs at least %s"
        .formatted(
            account.name().startsWith("day:") ? "this day" : "the plan",
            rest,
            info.name(),
            inputTokens,
            needed);
  }

  /** How many tokens a request has, rounded up. */
  private int tokens(ModelRequest request) {
    int exact =
        counter.count(request.system())
            + new Compaction(0, counter).tokens(request.messages())
            + request.tools().stream()
                .mapToInt(it -> counter.count(it.schema()) + counter.count(it.description()) + 16)
                .sum();
    return exact + exact / 20 + 200;
  }

  private static String describe(ModelException e) {
    return String.valueOf(e.getMessage());
  }
}
