package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * A job that has not ended, with its state in the queue.
 *
 * @param job the job
 * @param stand its state if it is queued, otherwise null
 */
record Stored(AsyncJob job, @Nullable Stand stand) {

  /** The state of a queued job. */
  enum Stand {
    /** It competes for the next claim. */
    READY("R"),
    /** It is not due yet. */
    DELAYED("D"),
    /** A key of it is taken, or a better job waits for the key. */
    PARKED("P");

    final String letter;

    Stand(String letter) {
      this.letter = letter;
    }

    static @Nullable Stand of(@Nullable String letter) {
      for (Stand stand : values()) {
        if (stand.letter.equals(letter)) {
          return stand;
        }
      }
      return null;
    }
  }

  /** The columns that {@link #ROW} reads. */
  static final String COLUMNS = Column.ALL + ", stand";

  private record Row(Column.Row job, @Nullable String stand) {}

  static final RowReader<Stored> ROW =
      RowMapper.of(Row.class).then(row -> new Stored(row.job().job(), Stand.of(row.stand())));

  boolean isKeyed() {
    return !job.spec().keys().isEmpty();
  }
}
