package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes moves, many in one transaction. The rows of all jobs to be moved are kept first, in the
 * order of their ids, so that what is decided about them holds until the commit.
 */
record Moves(Context context, Lane track) implements BatchedWork<Request, Answer> {

  @Override
  public Urgency urgencyOf(Request request) {
    return request instanceof Request.Enqueue ? Urgency.NEXT : Urgency.FIRST;
  }

  @Override
  public List<Answer> run(Transaction transaction, List<Request> requests) {
    MoveBatch batch = new MoveBatch(transaction, context);
    batch.endSucceeded(Successes.of(requests));
    batch.keep(jobsOf(requests));
    List<Answer> answers = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      try {
        answers.add(batch.make(requests.get(i)));
      } catch (EffectsFailedException e) {
        throw new UnitFailedException(i, e);
      }
    }
    batch.flush();
    long lowestReady = batch.lowestReady();
    if (answers.stream().anyMatch(it -> it.workAvailable() || it.cancelled() != null)) {
      context.database().announce(transaction, lowestReady);
    }
    answers.replaceAll(answer -> answer.withLowestReady(lowestReady));
    return answers;
  }

  /** The jobs that are moved. */
  private static List<JobId> jobsOf(List<Request> requests) {
    List<JobId> ids = new ArrayList<>();
    for (Request request : requests) {
      if (request.job() != null) {
        ids.add(request.job());
      }
    }
    return ids;
  }
}
