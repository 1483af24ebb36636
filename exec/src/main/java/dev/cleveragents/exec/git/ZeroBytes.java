package dev.cleveragents.exec.git;

import dev.cleveragents.exec.Channel;
import dev.cleveragents.exec.LiveOutput;
import java.util.concurrent.atomic.LongAdder;

/** Counts the NUL bytes of a program's output; read when the program is over. */
final class ZeroBytes implements LiveOutput {

  private final LongAdder seen = new LongAdder();

  @Override
  public void received(Channel channel, byte[] bytes) {
    if (channel == Channel.OUTPUT) {
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
