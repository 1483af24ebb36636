package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.breaker.Refusal;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.RetryPolicy;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the exchanges of a model that fail in a way that may pass: at most four attempts, with
 * waits that double, or as long as the provider asks for. A provider that asks for more than a
 * minute is not waited for. The listener receives the text of every attempt. All models of one
 * address share a circuit: while it is open, a request fails at once.
 */
public final class RetryingModel implements ChatModel {

  /** Waits for a time; says whether the token was cancelled meanwhile. */
  @FunctionalInterface
  public interface Pause {

    /** Waits on the token. */
    Pause ON_TOKEN = (time, token) -> token.await(time);

    boolean await(Duration time, CancellationToken token) throws InterruptedException;
  }

  private static final Logger log = LoggerFactory.getLogger(RetryingModel.class);

  /** More in a row than one request makes, so that a single one opens no circuit. */
  private static final int FAILURES_THAT_OPEN = 8;

  private static final RetryPolicy POLICY =
      new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofSeconds(30));
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private final ChatModel model;
  private final CircuitBreaker breaker;
  private final String address;
  private final Pause pause;

  /** What this model last failed with; the circuit may have been opened by another. */
  private volatile String lastFailure = "";

  /**
   * @param breaker shared by all models; see {@link #breakerSettings}
   * @param address of the provider, the name of its circuit
   */
  public RetryingModel(ChatModel model, CircuitBreaker breaker, String address, Pause pause) {
    this.model = model;
    this.breaker = breaker;
    this.address = address;
    this.pause = pause;
  }

  /** How patient the breaker of all addresses is. */
  public static BreakerSettings breakerSettings() {
    return new BreakerSettings(
        FAILURES_THAT_OPEN, Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofMinutes(2));
  }

  @Override
  public ModelInfo info() {
    return model.info();
  }

  @Override
  public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    @Nullable ModelException last = null;
    for (int attempt = 1; ; attempt++) {
      token.throwIfCancelled();
      try {
        return attempt(request, listener, token);
      } catch (CircuitOpenException e) {
        throw last == null ? e.failure : afterAll(attempt - 1, last);
      } catch (ModelException e) {
        Duration wait = waitAfter(attempt, e);
        if (!e.kind().isPassing()
            || attempt == POLICY.maxAttempts()
            || wait.compareTo(LONGEST_WAIT) > 0) {
          throw afterAll(attempt, e);
        }
        last = e;
        log.warn("{} Retrying in {} ms.", e.getMessage(), wait.toMillis());
        if (pause.await(wait, token)) {
          token.throwIfCancelled();
        }
      }
    }
  }

  private ModelReply attempt(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException, CircuitOpenException {
    switch (breaker.tryAcquire(address)) {
      case Refusal refusal -> throw new CircuitOpenException(open(refusal));
      case Permit permit -> {
        try (permit) {
          return permitted(permit, request, listener, token);
        }
      }
    }
  }

  private ModelReply permitted(
      Permit permit, ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    try {
      // Text is a sign of life: a trial must not block others until a long reply is whole.
      ModelReply reply =
          model.reply(
              request,
              part -> {
                permit.success();
                listener.text(part);
              },
              token);
      permit.success();
      return reply;
    } catch (ModelException e) {
      note(e, permit);
      throw e;
    }
  }

  private void note(ModelException failure, Permit permit) {
    switch (failure.kind()) {
      case UNREACHABLE, TIMEOUT, OVERLOADED -> {
        lastFailure = " Last: " + failure.getMessage();
        // It has ended already if text has arrived.
        if (!permit.failure()) {
          breaker.recordFailure(address);
        }
      }
      // The server works, but this says nothing about the next request.
      case RATE_LIMITED -> permit.cancel();
      case AUTH, NOT_FOUND, INVALID_REQUEST, CONTEXT_TOO_LONG, REFUSED -> permit.success();
    }
  }

  private static Duration waitAfter(int attempt, ModelException failure) {
    Duration wait = POLICY.waitAfter(attempt, ThreadLocalRandom.current().nextDouble());
    Duration asked = failure.retryAfter().orElse(Duration.ZERO);
    return asked.compareTo(wait) > 0 ? asked : wait;
  }

  private static ModelException afterAll(int attempts, ModelException last) {
    if (attempts == 1) {
      return last;
    }
    return new ModelException(
        last.kind(),
        "%s Tried %d times.".formatted(last.getMessage(), attempts),
        last.retryAfter().orElse(null),
        last);
  }

  private ModelException open(Refusal refusal) {
    return new ModelException(
        Kind.UNREACHABLE,
        "%s: not asked, because %s has kept failing since %s. The next attempt is allowed in %d s.%s"
            .formatted(
                model.info().name(),
                address,
                TIME.format(breaker.view(address).since()),
                refusal.retryIn().toSeconds() + 1,
                lastFailure),
        refusal.retryIn(),
        null);
  }

  /** Keeps a refusal of the breaker apart from failures of the model. */
  private static final class CircuitOpenException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ModelException failure;

    CircuitOpenException(ModelException failure) {
      super(failure);
      this.failure = failure;
    }
  }
}
