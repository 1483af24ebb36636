package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.store.Ids;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.ReadyFloors.Line;
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

  private final ReadyFloors floors;
  private final long epoch;
  private final Map<Line, Long> reached = new HashMap<>();
  private boolean mustBeRead = true;
  private long lowestReady = Long.MAX_VALUE;

  Candidates(Transaction transaction, ClaimFilter filter, ReadyFloors floors) {
    this.transaction = transaction;
    this.filter = filter;
    this.floors = floors;
    this.epoch = floors.epoch();
  }

  /** Up to where nothing is left, for later claims. */
  ReadyFloors.Reached reached() {
    return new ReadyFloors.Reached(epoch, Map.copyOf(reached), lowestReady);
  }

  /**
   * Jobs of this rank, or behind it, have become ready in this transaction, wherever they stand.
   */
  void madeReady(long rank) {
    lowestReady = Math.min(lowestReady, rank);
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
    reached.put(new Line(filter.group(), stored.job().type()), stored.job().rank());
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
    Line line = new Line(filter.group(), type);
    long known = transaction.writesAlone() ? ReadyFloors.NONE : floors.of(line);
    long floor = Math.min(known, lowestReady);
    List<Stored> found = best(line, floor, most);
    boolean enough = found.size() == most || floor == ReadyFloors.NONE;
    return enough || !floors.lookBelow(line) ? found : best(line, ReadyFloors.NONE, most);
  }

  private List<Stored> best(Line line, long floor, int most) {
    String rest = " AND type = ? AND stand = 'R' AND rank >= ? ORDER BY rank, id LIMIT ? {skip}";
    return line.group() == null
        ? transaction.query(
            "SELECT " + Stored.COLUMNS + " FROM jobs WHERE true" + rest,
            Stored::read,
            line.type(),
            floor,
            most)
        : transaction.query(
            "SELECT " + Stored.COLUMNS + " FROM jobs WHERE job_group = ?" + rest,
            Stored::read,
            line.group(),
            line.type(),
            floor,
            most);
  }
}
