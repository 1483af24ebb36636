package dev.cleveragents.cli.command;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancelledException;

/** Turns the interrupt of a thread into the exception that ends an interrupted command. */
public final class Interruptible {

  private Interruptible() {}

  /** A call that can be interrupted. */
  public interface Call<T> {
    T run() throws InterruptedException;
  }

  /**
   * Returns the result of the call.
   *
   * @throws CancelledException if this thread was interrupted; its interrupt flag stays set
   */
  public static <T> T call(Call<T> call) {
    try {
      return call.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException(CancellationCause.requested("interrupted"));
    }
  }
}
