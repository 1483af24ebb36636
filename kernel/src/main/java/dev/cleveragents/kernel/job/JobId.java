package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.Ulid;

/** Names one job; later jobs of one store have greater ids. */
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
