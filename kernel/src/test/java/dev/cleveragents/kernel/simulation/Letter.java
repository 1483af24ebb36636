package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.Next.Call;
import dev.cleveragents.kernel.simulation.Next.NoAnswer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call to a store: first a request on its way there, then an answer on its way back. */
final class Letter<T> {

  private final Strand sender;
  private final Call<T> call;
  private @Nullable Supplier<Next> reply;

  /** Not delivered before this moment, whichever way it goes. */
  private long heldUntil;

  Letter(Strand sender, Call<T> call) {
    this.sender = sender;
    this.call = call;
  }

  Strand sender() {
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
