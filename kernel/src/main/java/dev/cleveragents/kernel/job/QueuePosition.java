package dev.cleveragents.kernel.job;

import java.util.Comparator;

/** Where a queued job stands: by rank, then by age. */
record QueuePosition(long rank, JobId id) implements Comparable<QueuePosition> {

  private static final Comparator<QueuePosition> ORDER =
      Comparator.comparingLong(QueuePosition::rank).thenComparing(QueuePosition::id);

  static QueuePosition of(AsyncJob job) {
    return new QueuePosition(job.rank(), job.id());
  }

  @Override
  public int compareTo(QueuePosition other) {
    return ORDER.compare(this, other);
  }
}
