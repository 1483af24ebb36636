package dev.cleveragents.store.race;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.util.List;

/** An operation on the jobs of a {@link ContendedJobs}; each says which jobs it has moved. */
enum RaceOperation {
  CLAIM {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      ClaimResult result = store.claim(scene.claimer(this, store), ContendedJobs.ALL, 10);
      return ((ClaimResult.Claimed) result).jobs();
    }
  },
  COMPLETE {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.complete(scene.running.lease(), scene.effect()));
    }
  },
  FAIL {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.fail(scene.running.lease(), "failed", scene.effect()));
    }
  },
  NOTE {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.note(scene.running.lease(), Effects.none()));
    }
  },
  CANCEL_RUNNING {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.requestCancel(scene.running.id(), "stop", Effects.none()));
    }
  },
  CANCEL_PARKED {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.requestCancel(scene.parked.id(), "stop", Effects.none()));
    }
  },
  CANCEL_READY {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      return moved(store.requestCancel(scene.ready.id(), "stop", Effects.none()));
    }
  },
  RECOVER {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      SessionEnd end = store.endSession(scene.owner, 0);
      return end.recovered();
    }
  },
  ENQUEUE {
    @Override
    List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene) {
      JobSpec spec =
          JobSpec.of("t").withKeys("k1", "k2").withPriority(5).withIdempotencyKey("once");
      Enqueued enqueued = store.enqueue(spec);
      return enqueued.created() ? List.of(enqueued.job()) : List.of();
    }
  };

  abstract List<AsyncJob> run(DatabaseJobStore store, ContendedJobs scene);

  private static List<AsyncJob> moved(MoveResult move) {
    return move instanceof MoveResult.Moved(AsyncJob job) ? List.of(job) : List.of();
  }
}
