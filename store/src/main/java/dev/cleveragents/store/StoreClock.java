package dev.cleveragents.store;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.machine.MachineBoot;
import dev.cleveragents.store.sql.RowMapper;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The clock of a store, the same for every process on it: read from the store when it is opened,
 * monotonic afterwards. A wall clock that jumps, or differs between machines, neither starts a
 * delayed job early nor delays it further. Its unit is the microsecond, as in the columns.
 */
public final class StoreClock {

  private final TimeSource time;
  private final Instant start;
  private final long startNanos;

  /** A clock that is at {@code now} at this moment. */
  StoreClock(Instant now, TimeSource time) {
    this.time = time;
    this.start = now;
    this.startNanos = time.nanos();
  }

  /** The time by this clock. */
  public Instant now() {
    return start.plusNanos(time.nanos() - startNanos).truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * A generator of ids in the order of this clock: an id that one process makes later sorts after
   * an id that another process made earlier, even if the wall clock was changed in between.
   */
  public UlidGenerator ids() {
    return new UlidGenerator(
        new TimeSource() {
          @Override
          public long nanos() {
            return time.nanos();
          }

          @Override
          public Instant wallTime() {
            return now();
          }
        },
        new SecureRandom());
  }

  /** Reads PostgreSQL's own clock. */
  static StoreClock ofServer(Transaction transaction, TimeSource time) {
    long micros =
        transaction
            .first(
                "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
                RowMapper.of(Long.class))
            .orElseThrow();
    return new StoreClock(instant(micros), time);
  }

  /**
   * For a file: the wall clock as the first process after the machine's boot read it, advanced by
   * the machine's uptime.
   */
  static StoreClock ofMachine(Transaction transaction, TimeSource time) {
    Instant now =
        MachineBoot.current()
            .flatMap(boot -> sinceBoot(transaction, boot))
            .orElseGet(time::wallTime);
    return new StoreClock(now, time);
  }

  private static Optional<Instant> sinceBoot(Transaction transaction, MachineBoot boot) {
    return transaction
        .first(
            "SELECT wall - uptime FROM job_clock WHERE boot = ?",
            RowMapper.of(Long.class),
            boot.id())
        .map(atBoot -> Instant.ofEpochMilli(atBoot + boot.uptime().toMillis()));
  }

  /** The time for these microseconds since 1970. */
  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** The microseconds since 1970 for a time. */
  public static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
