package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.source.SandboxSources;
import dev.cleveragents.workspace.sandbox.store.LeasedSandboxRows;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a lease to its sandbox of a resource: a new one, or the one in which its plan has waited
 * for an answer. The worker that left it waiting did so under its own lease and writes nothing
 * there any more; a sandbox that a dead or frozen owner left is never continued.
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
      Sandbox sandbox = factory(row, resource).make(token);
      active = activate(row, lease);
      return sandbox;
    } catch (IOException e) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "Cannot create a sandbox of %s in %s: %s"
              .formatted(resource.name().forPeople(), row.directory(), e.getMessage()),
          "Check the free space and the permissions there",
          null,
          e);
    } finally {
      if (!active) {
        rows.markErrored(row, lease);
      }
    }
  }

  /**
   * Resumes the one of these that waits, or that the user has opened, and was made of this base on
   * this machine, if its directory is whole.
   */
  Optional<Sandbox> resume(
      List<SandboxRecord> ofPlan,
      Resource resource,
      String base,
      Lease lease,
      CancellationToken token)
      throws InterruptedException {
    for (SandboxRecord row : ofPlan.reversed()) {
      boolean left = row.state() == SandboxState.WAITING || row.state() == SandboxState.OPENED;
      if (left
          && row.resource().equals(resource.name())
          && row.base().equals(base)
          && row.host().equals(HostName.current())) {
        return claim(row, resource, lease, token);
      }
    }
    return Optional.empty();
  }

  private Optional<Sandbox> claim(
      SandboxRecord waiting, Resource resource, Lease lease, CancellationToken token)
      throws InterruptedException {
    if (!rows.claim(waiting, lease)) {
      return Optional.empty();
    }
    SandboxRecord row = waiting.under(lease);
    boolean whole = false;
    try {
      Sandbox sandbox = factory(row, resource).reopen(token);
      whole = true;
      return Optional.of(sandbox);
    } catch (IOException | GitException e) {
      log.info("Sandbox {} is incomplete; another is made", row.id(), e);
      return Optional.empty();
    } finally {
      if (!whole) {
        rows.markErrored(row, lease);
      }
    }
  }

  private SandboxFactory factory(SandboxRecord row, Resource resource) {
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
      throw OperationException.invalid("'%s' is neither a commit nor a tree".formatted(base));
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
