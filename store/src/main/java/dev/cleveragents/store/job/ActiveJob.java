package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * A job that has not ended, with its state in the queue.
 *
 * @param job the job
 * @param state its state if it is queued, otherwise null
 */
record ActiveJob(AsyncJob job, @Nullable QueueState state) {

  /** The state of a queued job. */
  enum QueueState {
    /** The next claim may take it. */
    READY("R"),
    /** It is not due yet. */
    DELAYED("D"),
    /** One of its keys has no room, or a better job waits for that key. */
    PARKED("P");

    final String letter;

    QueueState(String letter) {
      this.letter = letter;
    }

    static @Nullable QueueState of(@Nullable String letter) {
      for (QueueState state : values()) {
        if (state.letter.equals(letter)) {
          return state;
        }
      }
      return null;
    }
  }

  /** The columns that {@link #ROW} reads. */
  static final String COLUMNS = JobColumns.ALL + ", stand";

  private record ActiveRow(JobColumns.Row job, @Nullable String stand) {}

  static final RowReader<ActiveJob> ROW =
      RowMapper.of(ActiveRow.class)
          .then(row -> new ActiveJob(row.job().job(), QueueState.of(row.stand())));

  boolean isKeyed() {
    return !job.spec().keys().isEmpty();
  }
}
