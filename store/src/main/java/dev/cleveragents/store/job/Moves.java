package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes moves, many in one transaction. The rows of all jobs to be moved are kept first, in the
 * order of their ids, so that what is decided about them holds until the commit.
 */
record Moves(Context context) implements Work<Request, Answer> {

  @Override
  public Urgency urgencyOf(Request request) {
    return request instanceof Request.Enqueue ? Urgency.NEXT : Urgency.FIRST;
  }

  @Override
  public List<Answer> run(Transaction transaction, List<Request> requests) {
    MoveBatch batch = new MoveBatch(transaction, context);
    batch.keep(jobsOf(requests), claimedOf(requests));
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

  private static List<JobId> jobsOf(List<Request> requests) {
    List<JobId> ids = new ArrayList<>();
    for (Request request : requests) {
      switch (request) {
        case Request.Enqueue enqueue -> {}
        case Request.Finish finish -> {
          if (finish.claimed() == null) {
            ids.add(finish.lease().job());
          }
        }
        case Request.Cancel cancel -> ids.add(cancel.job());
        case Request.Note note -> ids.add(note.lease().job());
      }
    }
    return ids;
  }

  private static Map<JobId, AsyncJob> claimedOf(List<Request> requests) {
    Map<JobId, AsyncJob> claimed = new HashMap<>();
    for (Request request : requests) {
      if (request instanceof Request.Finish finish && finish.claimed() != null) {
        claimed.put(finish.lease().job(), finish.claimed());
      }
    }
    return claimed;
  }
}
