package dev.cleveragents.workspace;

import dev.cleveragents.kernel.id.Ulid;

/** Names one plan; of two plans made by one process the later has the greater id. */
public record PlanId(Ulid value) implements Comparable<PlanId> {

  /**
   * Reads the 26 characters of an id.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static PlanId parse(String text) {
    return new PlanId(Ulid.parse(text));
  }

  @Override
  public int compareTo(PlanId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
