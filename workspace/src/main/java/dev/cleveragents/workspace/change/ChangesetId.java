package dev.cleveragents.workspace.change;

import dev.cleveragents.kernel.id.Ulid;

/** Names one changeset; of two that one context started, the later has the greater id. */
public record ChangesetId(Ulid value) implements Comparable<ChangesetId> {

  /**
   * Reads the 26 characters of an id.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static ChangesetId parse(String text) {
    return new ChangesetId(Ulid.parse(text));
  }

  @Override
  public int compareTo(ChangesetId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
