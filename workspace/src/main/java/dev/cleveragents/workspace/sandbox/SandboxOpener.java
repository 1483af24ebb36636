package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.Deletion;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.PrivateDirectory;
import dev.cleveragents.workspace.resource.Resource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a lease to its sandbox of a resource: a new one, or the one in which its plan has waited
 * for an answer. The worker that left it waiting did so under its own lease and writes nothing
 * there any more; what a dead or frozen owner left is never gone on in.
 */
final class SandboxOpener {

  private static final Logger log = LoggerFactory.getLogger(SandboxOpener.class);

  private final LeasedSandboxRows rows;
  private final CommandRunner runner;
  private final UlidGenerator ids;
  private final SandboxLocation place;
  private final SandboxSources sources;

  SandboxOpener(
      LeasedSandboxRows rows,
      CommandRunner runner,
      UlidGenerator ids,
      SandboxLocation place,
      SandboxSources sources) {
    this.rows = rows;
    this.runner = runner;
    this.ids = ids;
    this.place = place;
    this.sources = sources;
  }

  /** Makes one; see {@link SandboxManager#open}. */
  Sandbox make(PlanId plan, Resource resource, String base, Lease lease, CancellationToken token)
      throws InterruptedException {
    SandboxRecord row = register(plan, resource, base, lease);
    boolean active = false;
    try {
      PrivateDirectory.create(place.directory());
      Sandbox sandbox = making(row, resource).make(token);
      active = activate(row, lease);
      return sandbox;
    } catch (IOException e) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "No sandbox of %s could be made in %s: %s"
              .formatted(resource.name().forPeople(), row.directory(), e.getMessage()),
          "Check the space and the permissions there",
          null,
          e);
    } finally {
      if (!active) {
        rows.giveUp(row, lease);
      }
    }
  }

  /**
   * Resumes the one of these that waits and was made of this base on this machine, if its directory
   * is whole.
   */
  Optional<Sandbox> goOn(
      List<SandboxRecord> ofPlan,
      Resource resource,
      String base,
      Lease lease,
      CancellationToken token)
      throws InterruptedException {
    for (SandboxRecord row : ofPlan.reversed()) {
      if (row.state() == SandboxState.WAITING
          && row.resource().equals(resource.name())
          && row.base().equals(base)
          && row.host().equals(HostName.current())) {
        return takeUp(row, resource, lease, token);
      }
    }
    return Optional.empty();
  }

  private Optional<Sandbox> takeUp(
      SandboxRecord waiting, Resource resource, Lease lease, CancellationToken token)
      throws InterruptedException {
    if (!rows.takeUp(waiting, lease)) {
      return Optional.empty();
    }
    SandboxRecord row = waiting.under(lease);
    boolean whole = false;
    try {
      Sandbox sandbox = making(row, resource).goOn(token);
      whole = true;
      return Optional.of(sandbox);
    } catch (IOException | GitException e) {
      log.info("Sandbox {} is not whole any more; another is made", row.id(), e);
      return Optional.empty();
    } finally {
      if (!whole) {
        rows.giveUp(row, lease);
      }
    }
  }

  private SandboxFactory making(SandboxRecord row, Resource resource) {
    return new SandboxFactory(row, resource, sources.of(resource), runner, place.bounds());
  }

  private boolean activate(SandboxRecord row, Lease lease) throws IOException {
    try {
      rows.move(lease, row.id(), SandboxState.CREATED, SandboxState.ACTIVE);
      return true;
    } catch (OperationException e) {
      Deletion.of(row.directory());
      throw e;
    }
  }

  private SandboxRecord register(PlanId plan, Resource resource, String base, Lease lease) {
    if (!base.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw OperationException.invalid("'%s' is no commit and no tree".formatted(base));
    }
    Instant now = rows.now();
    SandboxRecord row =
        new SandboxRecord(
            new SandboxId(ids.next()),
            plan,
            resource.name(),
            lease.toString(),
            HostName.current(),
            place
                .directory()
                .resolve(plan.toString())
                .resolve(
                    SandboxSources.fileName(resource) + "-" + lease.job() + "." + lease.number()),
            base,
            SandboxState.CREATED,
            now,
            now);
    rows.insert(row, lease);
    return row;
  }
}
