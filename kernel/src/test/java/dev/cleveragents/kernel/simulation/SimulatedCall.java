package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.NextStep.Call;
import dev.cleveragents.kernel.simulation.NextStep.NoAnswer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call to a store: first a request in transit, then its answer in transit. */
final class SimulatedCall<T> {

  private final SimulatedThread sender;
  private final Call<T> call;
  private @Nullable Supplier<NextStep> reply;

  /** Not delivered before this moment, whichever way it goes. */
  private long heldUntil;

  SimulatedCall(SimulatedThread sender, Call<T> call) {
    this.sender = sender;
    this.call = call;
  }

  SimulatedThread sender() {
    return sender;
  }

  boolean isExecuted() {
    return reply != null;
  }

  /** Whether its sender has given up on it, or is gone. */
  boolean isForsaken() {
    return sender.process().isDead() || !sender.awaits(this);
  }

  void holdUntil(long moment) {
    heldUntil = moment;
  }

  long heldUntil() {
    return heldUntil;
  }

  /**
   * The store gets the request; the answer is on its way. It has no business to throw anything but
   * what effects threw.
   */
  void execute(JobStore store) {
    try {
      T answer = call.request().apply(store);
      reply = () -> call.answered().apply(answer);
    } catch (EffectsFailedException thrown) {
      reply = () -> call.failed().apply(thrown);
    }
  }

  /** The sender gets the answer. */
  void deliver() {
    if (reply == null) {
      throw new IllegalStateException("No answer yet: " + this);
    }
    sender.take(reply.get());
  }

  /** The sender waits no longer. */
  void giveUp() {
    sender.take(call.failed().apply(new NoAnswer()));
  }

  @Override
  public String toString() {
    return sender + " " + call.what().get();
  }
}
