package dev.cleveragents.workspace.sandbox.store;

import dev.cleveragents.kernel.id.Ulid;

/** Names one sandbox. */
public record SandboxId(Ulid value) {

  /**
   * Reads the 26 characters of an id.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static SandboxId parse(String text) {
    return new SandboxId(Ulid.parse(text));
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
