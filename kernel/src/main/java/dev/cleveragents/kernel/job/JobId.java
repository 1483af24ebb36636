package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.Ulid;

/** Names one job; of two jobs enqueued by one process the later has the greater id. */
public record JobId(Ulid value) implements Comparable<JobId> {

  @Override
  public int compareTo(JobId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
