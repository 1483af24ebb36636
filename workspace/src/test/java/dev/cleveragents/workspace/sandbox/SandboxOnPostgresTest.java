package dev.cleveragents.workspace.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.workspace.resource.Resource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of sandboxes on the other database. */
class SandboxOnPostgresTest {

  @TempDir Path folder;

  @Test
  void aSandboxLivesItsWholeLife() throws Exception {
    try (Workshop workshop = new Workshop(folder, TestPostgres.shared().newSchema())) {
      Resource resource = Workshop.checkout(Repository.sample(folder.resolve("user")));
      Sandbox old = workshop.open(resource);
      Lease lease = workshop.takeOver();
      Sandbox sandbox =
          workshop.manager.open(workshop.plan, resource, old.base(), lease, Workshop.GO);
      workshop.manager.committed(sandbox, lease);
      workshop.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);

      assertThat(workshop.manager.of(workshop.plan))
          .extracting(SandboxRecord::state)
          .containsExactly(SandboxState.ERRORED, SandboxState.REMOVED);
    }
  }
}
