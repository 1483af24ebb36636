package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** The machine's clocks, of which the one that deadlines go by can be stopped and put forward. */
public final class StoppableTime implements TimeSource {

  private final AtomicReference<LongSupplier> nanos =
      new AtomicReference<>(TimeSource.system()::nanos);

  @Override
  public long nanos() {
    return nanos.get().getAsLong();
  }

  @Override
  public Instant wallTime() {
    return TimeSource.system().wallTime();
  }

  public void stop() {
    putForward(Duration.ZERO);
  }

  /** It stands there then. */
  public void putForward(Duration by) {
    long at = nanos() + by.toNanos();
    nanos.set(() -> at);
  }
}
