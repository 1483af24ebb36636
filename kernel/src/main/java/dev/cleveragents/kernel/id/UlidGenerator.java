package dev.cleveragents.kernel.id;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.time.TimeSource;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs that are unique and strictly increasing within this generator, also from many threads
 * and when the wall clock jumps back: a reading that does not go forward is answered with the
 * successor of the last identifier. The lock guards the last identifier and the random source.
 */
public final class UlidGenerator {

  private final Object lock = new Object();
  private final TimeSource time;

  @GuardedBy("lock")
  private final RandomGenerator random;

  @GuardedBy("lock")
  private Ulid last = new Ulid(0, 0);

  /** A generator with its own clock and source of randomness, as tests and simulations need. */
  public UlidGenerator(TimeSource time, RandomGenerator random) {
    this.time = time;
    this.random = random;
  }

  /** A generator on this machine's clock with unpredictable identifiers. */
  public static UlidGenerator system() {
    return new UlidGenerator(TimeSource.system(), new SecureRandom());
  }

  /** A new identifier, greater than every earlier one. */
  public Ulid next() {
    long millis = time.wallTime().toEpochMilli();
    synchronized (lock) {
      last =
          millis > last.high() >>> 16
              ? new Ulid(millis << 16 | random.nextInt(1 << 16), random.nextLong())
              : last.next();
      return last;
    }
  }
}
