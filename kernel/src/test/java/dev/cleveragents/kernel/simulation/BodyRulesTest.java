package dev.cleveragents.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionRequest;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BodyRulesTest {

  @Test
  void aSecondBodyUnderOneLeaseIsNoticedAlsoWhenTheFirstHasEnded() {
    SimulationContext world =
        new SimulationContext(new SplittableRandom(1), FaultProfile.STORM, false);
    JobStore store = InMemoryJobStore.create();
    InvariantChecker referee = new InvariantChecker(world, new KeyLimits(Map.of()));
    SimulatedNetwork wire = new SimulatedNetwork(world, store);
    SimulatedWorker worker = new SimulatedWorker("worker", world, wire, referee, WorkerGuards.GOOD);
    AsyncJob job = claimedBy(worker, store);

    referee.bodies().started(worker, job);
    referee.bodies().ended(job);

    assertThatThrownBy(() -> referee.bodies().started(worker, job))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a second body");
  }

  private static AsyncJob claimedBy(SimulatedWorker worker, JobStore store) {
    store.enqueue(JobSpec.of(SimulatedClient.WORK));
    SessionId session =
        store.openSession(
            new SessionRequest("worker", 1, ProcessIdentity.current("simulated")), worker.ear());
    return ((ClaimResult.Claimed)
            store.claim(
                session, ClaimFilter.ofTypes(SimulatedClient.WORK), 1, job -> Effects.none()))
        .jobs()
        .getFirst();
  }
}
