package dev.cleveragents.kernel.job;

/** Where a queued job stands: by rank, then by age. */
record QueuePosition(long rank, JobId id) implements Comparable<QueuePosition> {

  static QueuePosition of(AsyncJob job) {
    return new QueuePosition(job.rank(), job.id());
  }

  @Override
  public int compareTo(QueuePosition other) {
    int byRank = Long.compare(rank, other.rank);
    return byRank != 0 ? byRank : id.compareTo(other.id);
  }
}
