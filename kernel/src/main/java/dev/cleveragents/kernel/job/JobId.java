package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.Ulid;
import org.jspecify.annotations.Nullable;

/** Names one job; of two jobs enqueued by one process the later has the greater id. */
public record JobId(Ulid value) implements Comparable<JobId> {

  @Override
  public int compareTo(JobId other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobId it && value.equals(it.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
