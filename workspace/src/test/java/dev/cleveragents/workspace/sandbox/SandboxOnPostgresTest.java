package dev.cleveragents.workspace.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of sandboxes on the other database. */
class SandboxOnPostgresTest {

  @TempDir Path folder;

  @Test
  void aSandboxLivesItsWholeLife() throws Exception {
    try (WorkspaceFixture fixture =
        new WorkspaceFixture(folder, TestPostgres.shared().newSchema())) {
      Resource resource = WorkspaceFixture.checkout(UserFiles.sample(folder.resolve("user")));
      Sandbox old = fixture.open(resource);
      Lease lease = fixture.takeOver();
      Sandbox sandbox =
          fixture.manager.open(
              fixture.plan, resource, fixture.baseOf(old), lease, WorkspaceFixture.GO);
      fixture.manager.committed(sandbox, lease);
      fixture.manager.remove(sandbox.id(), SandboxManager.Kept.APPLIED);

      assertThat(fixture.manager.of(fixture.plan))
          .extracting(SandboxRecord::state)
          .containsExactly(SandboxState.ERRORED, SandboxState.REMOVED);
    }
  }
}
