package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes many moves in one transaction. It first locks the rows of all jobs to be moved, in the
 * order of their ids, so that each decision holds until the commit.
 */
record BatchedMoves(MoveContext context, Lane lane)
    implements BatchedWork<MoveRequest, MoveAnswer> {

  @Override
  public Urgency urgencyOf(MoveRequest request) {
    return request instanceof MoveRequest.Enqueue ? Urgency.NEXT : Urgency.FIRST;
  }

  @Override
  public List<MoveAnswer> run(Transaction transaction, List<MoveRequest> requests) {
    JobMover mover = new JobMover(transaction, context);
    mover.endSucceeded(BatchedSuccesses.of(requests));
    mover.lock(jobsOf(requests));
    List<MoveAnswer> answers = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      try {
        answers.add(mover.move(requests.get(i)));
      } catch (EffectsFailedException e) {
        throw new UnitFailedException(i, e);
      }
    }
    mover.flush();
    long lowestReady = mover.lowestReady();
    if (answers.stream().anyMatch(it -> it.workAvailable() || it.cancelled() != null)) {
      context.database().announce(transaction, lowestReady);
    }
    answers.replaceAll(answer -> answer.withLowestReady(lowestReady));
    return answers;
  }

  /** The ids of the jobs to be moved. */
  private static List<JobId> jobsOf(List<MoveRequest> requests) {
    List<JobId> ids = new ArrayList<>();
    for (MoveRequest request : requests) {
      if (request.job() != null) {
        ids.add(request.job());
      }
    }
    return ids;
  }
}
