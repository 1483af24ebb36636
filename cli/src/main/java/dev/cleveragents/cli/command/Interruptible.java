package dev.cleveragents.cli.command;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancelledException;

/** Turns the interrupt of a thread into what every command ends with when it is interrupted. */
public final class Interruptible {

  private Interruptible() {}

  /** Something that can be interrupted. */
  public interface Call<T> {
    T run() throws InterruptedException;
  }

  /**
   * What the call returns.
   *
   * @throws CancelledException if this thread was interrupted meanwhile; it stays so
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
