package dev.cleveragents.workspace.sandbox.store;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A sandbox's row in the store. A value: changing the sandbox does not change it.
 *
 * @param lease the lease it belongs to, as {@code <job>#<number>}
 * @param host the machine its directory is on
 * @param directory everything that belongs to it, its files among it
 * @param base the commit or tree that its files began as
 */
public record SandboxRecord(
    SandboxId id,
    PlanId plan,
    Name resource,
    String lease,
    String host,
    Path directory,
    String base,
    SandboxState state,
    Instant createdAt,
    Instant movedAt) {

  /** The same under another lease. */
  public SandboxRecord under(Lease other) {
    return new SandboxRecord(
        id,
        plan,
        resource,
        other.toString(),
        host,
        directory,
        base,
        SandboxState.ACTIVE,
        createdAt,
        movedAt);
  }
}
