package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many plans work on one repository at once, each in a sandbox of its own. */
class SandboxCrowdTest {

  private static final int CROWD = Boolean.getBoolean("exhaustive") ? 64 : 16;
  private static final long PATIENCE = 300;

  @TempDir Path folder;

  @Test
  void manySandboxesAreMadeCommittedAndRemovedAtOnce() throws Exception {
    GitRepository repository = UserFiles.sample(folder.resolve("repo"));
    try (WorkspaceFixture fixture = new WorkspaceFixture(folder)) {
      Map<String, String> before = ownFiles(repository);
      CyclicBarrier barrier = new CyclicBarrier(CROWD);
      List<Future<String>> trees = new ArrayList<>();
      List<PlanId> plans = new ArrayList<>();
      List<Lease> leases = leases(fixture);
      try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < CROWD; i++) {
          PlanId plan = new PlanId(UlidGenerator.system().next());
          plans.add(plan);
          Life life =
              new Life(fixture, WorkspaceFixture.checkout(repository), plan, leases.get(i), i);
          trees.add(crowd.submit(() -> life.live(barrier)));
        }
      }
      for (int i = 0; i < CROWD; i++) {
        String tree = trees.get(i).get();
        assertThat(repository.git("rev-parse", "refs/cleveragents/plans/" + plans.get(i)))
            .isEqualTo(tree);
        assertThat(repository.git("show", tree + ":new.txt")).isEqualTo("of " + i);
        assertThat(fixture.manager.of(plans.get(i)))
            .extracting(SandboxRecord::state)
            .containsExactly(SandboxState.REMOVED);
      }
      assertThat(ownFiles(repository)).isEqualTo(before);
      assertThat(repository.git("for-each-ref", "refs/cleveragents/base")).isEmpty();
      try (var left = Files.walk(folder.resolve("sandboxes"))) {
        assertThat(left.filter(Files::isRegularFile)).isEmpty();
      }
    }
  }

  /** All but git's objects, which become more, and the time of its folder, where it makes locks. */
  private static Map<String, String> ownFiles(GitRepository repository) {
    Map<String, String> all = new TreeMap<>(UserFiles.fingerprint(repository.directory()));
    all.keySet().removeIf(name -> name.startsWith(".git/objects") || name.equals(".git"));
    return all;
  }

  private static List<Lease> leases(WorkspaceFixture fixture) {
    for (int i = 0; i < CROWD; i++) {
      fixture.jobs.enqueue(JobSpec.of("crowd"));
    }
    SessionId session =
        fixture.jobs.openSession(
            new SessionRequest("crowd", CROWD, ProcessIdentity.current("here")),
            new WorkspaceFixture.Deaf());
    ClaimResult claimed = fixture.jobs.claim(session, ClaimFilter.ofTypes("crowd"), CROWD);
    return ((ClaimResult.Claimed) claimed).jobs().stream().map(AsyncJob::lease).toList();
  }

  /** One plan from its first to its last step; all are at the same one at the same time. */
  private record Life(
      WorkspaceFixture fixture, Resource resource, PlanId plan, Lease lease, int number) {

    String live(CyclicBarrier barrier) throws Exception {
      SandboxManager manager = fixture.manager;
      String base = manager.baseOf(resource, GO);
      barrier.await(PATIENCE, TimeUnit.SECONDS);
      Sandbox sandbox = manager.open(plan, resource, base, lease, GO);
      Files.writeString(sandbox.directory().resolve("new.txt"), "of " + number + "\n");
      barrier.await(PATIENCE, TimeUnit.SECONDS);
      Tree tree = sandbox.look(GO);
      sandbox.publish(tree, List.of(), GO);
      manager.committed(sandbox, lease);
      barrier.await(PATIENCE, TimeUnit.SECONDS);
      manager.remove(sandbox.id(), Kept.STORED);
      manager.unpin(List.of(plan), resource, GO);
      return tree.id();
    }
  }
}
