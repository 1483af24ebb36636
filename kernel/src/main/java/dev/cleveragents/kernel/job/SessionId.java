package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.Ulid;
import org.jspecify.annotations.Nullable;

/** Names one session of one worker: from its opening until it is closed or found dead. */
public record SessionId(Ulid value) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SessionId it && value.equals(it.value);
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
