package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.store.Ids;
import dev.cleveragents.store.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ready jobs that a claim may take, best first. They are read some at a time, the best of each
 * type; as soon as all that were read of a type are used up while there may be more of it, they
 * have to be read again, because the next best may be among those.
 */
final class Candidates {

  private record Position(long rank, String id) implements Comparable<Position> {
    static Position of(AsyncJob job) {
      return new Position(job.rank(), job.id().toString());
    }

    @Override
    public int compareTo(Position other) {
      int byRank = Long.compare(rank, other.rank);
      return byRank != 0 ? byRank : id.compareTo(other.id);
    }
  }

  private final Transaction transaction;
  private final ClaimFilter filter;
  private final TreeMap<Position, Stored> ready = new TreeMap<>();

  /** Of which types there may be more, and how many of those read are left. */
  private final Map<String, Integer> left = new HashMap<>();

  private boolean mustBeRead = true;

  Candidates(Transaction transaction, ClaimFilter filter) {
    this.transaction = transaction;
    this.filter = filter;
  }

  boolean mustBeRead() {
    return mustBeRead;
  }

  /** Reads up to so many of each type. What was taken before must be stored by then. */
  void read(int most) {
    ready.clear();
    left.clear();
    for (String type : filter.types()) {
      List<Stored> best = best(type, most);
      best.forEach(this::put);
      if (best.size() == most) {
        left.put(type, most);
      }
    }
    mustBeRead = false;
  }

  /** The best that is left. */
  @Nullable Stored next() {
    Map.Entry<Position, Stored> best = ready.pollFirstEntry();
    if (best == null) {
      return null;
    }
    Stored stored = best.getValue();
    Integer remaining = left.computeIfPresent(stored.job().type(), (type, count) -> count - 1);
    mustBeRead = remaining != null && remaining == 0;
    return stored;
  }

  /** These have become ready meanwhile. */
  void add(List<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    transaction
        .query("SELECT " + Stored.COLUMNS + " FROM jobs WHERE id {ids}", Stored::read, new Ids(ids))
        .stream()
        .filter(this::matches)
        .forEach(
            stored -> {
              if (put(stored) == null) {
                left.computeIfPresent(stored.job().type(), (type, count) -> count + 1);
              }
            });
  }

  private @Nullable Stored put(Stored stored) {
    return ready.put(Position.of(stored.job()), stored);
  }

  private boolean matches(Stored stored) {
    return filter.types().contains(stored.job().type())
        && (filter.group() == null || filter.group().equals(stored.job().spec().group()));
  }

  private List<Stored> best(String type, int most) {
    String rest = " AND type = ? AND stand = 'R' ORDER BY rank, id LIMIT ? {skip}";
    return filter.group() == null
        ? transaction.query(
            "SELECT " + Stored.COLUMNS + " FROM jobs WHERE true" + rest, Stored::read, type, most)
        : transaction.query(
            "SELECT " + Stored.COLUMNS + " FROM jobs WHERE job_group = ?" + rest,
            Stored::read,
            filter.group(),
            type,
            most);
  }
}
