package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.Ulid;

/** Names one session of one worker: from its opening until it is closed or found dead. */
public record SessionId(Ulid value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
