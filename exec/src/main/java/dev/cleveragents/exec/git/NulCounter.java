package dev.cleveragents.exec.git;

import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.exec.OutputChannel;
import java.util.concurrent.atomic.LongAdder;

/** Counts the NUL bytes of a program's output; read when the program is over. */
final class NulCounter implements LiveOutput {

  private final LongAdder seen = new LongAdder();

  @Override
  public void received(OutputChannel channel, byte[] bytes) {
    if (channel == OutputChannel.OUTPUT) {
      for (byte one : bytes) {
        if (one == 0) {
          seen.increment();
        }
      }
    }
  }

  long seen() {
    return seen.sum();
  }
}
