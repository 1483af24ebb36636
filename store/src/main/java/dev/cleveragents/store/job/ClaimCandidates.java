package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.ReadyRankBounds.Line;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.SqlQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ready jobs that a claim may take, best first. They are read in portions, the best of each
 * type. When all jobs read of one type are used up and there may be more, the candidates must be
 * read again, because the next best may be among those.
 */
final class ClaimCandidates {

  private record Position(long rank, JobId id) implements Comparable<Position> {
    static Position of(AsyncJob job) {
      return new Position(job.rank(), job.id());
    }

    @Override
    public int compareTo(Position other) {
      int byRank = Long.compare(rank, other.rank);
      return byRank != 0 ? byRank : id.compareTo(other.id);
    }
  }

  private final Transaction transaction;
  private final ClaimFilter filter;
  private final TreeMap<Position, ActiveJob> ready = new TreeMap<>();

  /** The types of which there may be more, and how many jobs read of each are left. */
  private final Map<String, Integer> left = new HashMap<>();

  private final ReadyRankBounds bounds;
  private final long epoch;
  private final Map<Line, Long> reached = new HashMap<>();
  private Map<Line, Long> bottoms = Map.of();
  private int asked;
  private boolean mustBeRead = true;
  private long lowestReady = Long.MAX_VALUE;

  ClaimCandidates(Transaction transaction, ClaimFilter filter, ReadyRankBounds bounds) {
    this.transaction = transaction;
    this.filter = filter;
    this.bounds = bounds;
    this.epoch = bounds.epoch();
  }

  /** The ranks up to which no ready job is left, for later claims. */
  ReadyRankBounds.Reached reached() {
    return new ReadyRankBounds.Reached(epoch, Map.copyOf(reached), lowestReady);
  }

  /** Jobs of this rank or above have become ready in this transaction. */
  void madeReady(long rank) {
    lowestReady = Math.min(lowestReady, rank);
  }

  boolean mustBeRead() {
    return mustBeRead;
  }

  /**
   * Reads up to that number of each type. The jobs taken before must be stored by then.
   *
   * @see #ask
   */
  void read(int most) {
    answer(transaction.query(ask(most)));
  }

  /** The query that reads up to that number of each type, for {@link #answer}. */
  SqlQuery<ActiveJob> ask(int most) {
    asked = most;
    bottoms = bottoms();
    return best(bottoms, most);
  }

  void answer(List<ActiveJob> best) {
    ready.clear();
    left.clear();
    List<Line> tooFew = new ArrayList<>();
    Map<String, Integer> found = put(best);
    bottoms.forEach(
        (line, bound) -> {
          if (found.getOrDefault(line.type(), 0) == asked) {
            left.put(line.type(), asked);
          } else if (bound != ReadyRankBounds.NONE && bounds.lookBelow(line)) {
            tooFew.add(line);
          }
        });
    lookBelow(tooFew, asked);
    mustBeRead = false;
  }

  /** The best job left; null if there is none. */
  @Nullable ActiveJob next() {
    Map.Entry<Position, ActiveJob> best = ready.pollFirstEntry();
    if (best == null) {
      return null;
    }
    ActiveJob stored = best.getValue();
    reached.put(new Line(filter.group(), stored.job().type()), stored.job().rank());
    Integer remaining = left.computeIfPresent(stored.job().type(), (type, count) -> count - 1);
    mustBeRead = remaining != null && remaining == 0;
    return stored;
  }

  /** Adds jobs that have become ready meanwhile. */
  void add(List<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    transaction
        .query(
            "SELECT " + ActiveJob.COLUMNS + " FROM job_active WHERE id {ids}",
            ActiveJob.ROW,
            new IdList(ids))
        .stream()
        .filter(this::matches)
        .forEach(
            stored -> {
              if (put(stored) == null) {
                left.computeIfPresent(stored.job().type(), (type, count) -> count + 1);
              }
            });
  }

  /** Reads these lines again from their beginning. */
  private void lookBelow(List<Line> lines, int most) {
    if (lines.isEmpty()) {
      return;
    }
    Map<Line, Long> bottoms = new LinkedHashMap<>();
    lines.forEach(line -> bottoms.put(line, ReadyRankBounds.NONE));
    put(transaction.query(best(bottoms, most)))
        .forEach(
            (type, count) -> {
              if (count == most) {
                left.put(type, most);
              }
            });
  }

  private @Nullable ActiveJob put(ActiveJob stored) {
    return ready.put(Position.of(stored.job()), stored);
  }

  /** Adds these jobs; returns how many there are of each type. */
  private Map<String, Integer> put(List<ActiveJob> best) {
    Map<String, Integer> found = new HashMap<>();
    for (ActiveJob stored : best) {
      put(stored);
      found.merge(stored.job().type(), 1, Integer::sum);
    }
    return found;
  }

  private boolean matches(ActiveJob stored) {
    return filter.matches(stored.job().spec());
  }

  /** The lines to read, each with the rank to begin at. */
  private Map<Line, Long> bottoms() {
    Map<Line, Long> bottoms = new LinkedHashMap<>();
    for (String type : filter.types()) {
      Line line = new Line(filter.group(), type);
      long known = transaction.writesAlone() ? ReadyRankBounds.NONE : bounds.of(line);
      bottoms.put(line, Math.min(known, lowestReady));
    }
    return bottoms;
  }

  /** The best of each line, in one statement. */
  private SqlQuery<ActiveJob> best(Map<Line, Long> bottoms, int most) {
    if (bottoms.isEmpty()) {
      return SqlQuery.of(NOTHING, ActiveJob.ROW);
    }
    String group = filter.group();
    List<@Nullable Object> arguments = new ArrayList<>();
    bottoms.forEach(
        (line, bottom) -> {
          if (group != null) {
            arguments.add(group);
          }
          arguments.addAll(List.of(line.type(), bottom, most));
        });
    String one = group == null ? OF_LINE.formatted("") : OF_LINE.formatted("job_group = ? AND ");
    return new SqlQuery<>(
        String.join(" UNION ALL ", Collections.nCopies(bottoms.size(), one)),
        ActiveJob.ROW,
        arguments);
  }

  private static final String NOTHING =
      "SELECT " + ActiveJob.COLUMNS + " FROM job_active WHERE 1 = 0";

  private static final String OF_LINE =
      "SELECT * FROM (SELECT "
          + ActiveJob.COLUMNS
          + " FROM job_active WHERE %stype = ? AND stand = 'R' AND rank >= ?"
          + " ORDER BY rank, id LIMIT ? {skip}) AS line";
}
