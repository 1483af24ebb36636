package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A job that has not ended, with where it stands in the queue.
 *
 * @param job the job
 * @param stand where it stands if it is queued, otherwise null
 */
record Stored(AsyncJob job, @Nullable Stand stand) {

  /** Where a queued job stands. */
  enum Stand {
    /** It competes for the next claim. */
    READY("R"),
    /** It is not due yet. */
    DELAYED("D"),
    /** A key of it is taken, or a better job stands for it. */
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

  /** What {@link #read} needs. */
  static final String COLUMNS = Column.ALL + ", stand";

  static Stored read(ResultSet row) throws SQLException {
    return new Stored(Column.read(row), Stand.of(row.getString(23)));
  }

  boolean isKeyed() {
    return !job.spec().keys().isEmpty();
  }
}
