package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of an action on a project, as it was when it was read. Immutable.
 *
 * @param job the job that processes it or was the last to do so; null before the first
 * @param results the results of the execute phase, per resource; empty before its end
 */
public record Plan(
    PlanId id,
    Kind kind,
    PlanStatus status,
    PlanBrief brief,
    @Nullable JobId job,
    List<Result> results,
    Times times) {

  public Plan {
    results = List.copyOf(results);
  }

  /**
   * The part of a plan that never changes.
   *
   * @param root the plan at the top of its tree, itself if it has no parent
   * @param profile the name of its automation profile
   */
  public record Kind(
      PlanId root,
      @Nullable PlanId parent,
      Name project,
      String action,
      String goal,
      String profile) {}

  /**
   * The result in one resource.
   *
   * @param tree the files, as they were validated, in the user's repository or in the one that is
   *     kept for a plain directory
   * @param changed the number of paths that differ from the base
   * @param notes the messages of commits that an actor made in its sandbox; may be empty
   */
  public record Result(String resource, String tree, int changed, List<String> notes) {

    public Result {
      notes = List.copyOf(notes);
    }
  }

  /** The times of its creation and of its last move. */
  public record Times(Instant created, Instant moved) {}

  public Plan with(PlanStatus other) {
    return new Plan(id, kind, other, brief, job, results, times);
  }

  public Plan with(PlanBrief other) {
    return new Plan(id, kind, status, other, job, results, times);
  }

  public Plan with(JobId other) {
    return new Plan(id, kind, status, brief, other, results, times);
  }

  public Plan with(List<Result> others) {
    return new Plan(id, kind, status, brief, job, others, times);
  }

  public Plan movedAt(Instant now) {
    return new Plan(id, kind, status, brief, job, results, new Times(times.created(), now));
  }

  /** Whether this job works on it now. */
  public boolean isProcessedBy(JobId worker) {
    return status.state() == PlanState.PROCESSING && worker.equals(job);
  }

  /** The result in this resource, once there is one. */
  public Optional<Result> resultOf(Resource resource) {
    String name = resource.name().toString();
    return results.stream().filter(result -> result.resource().equals(name)).findFirst();
  }

  /** Whether it changes nothing in any resource. */
  public boolean changesNothing() {
    return results.stream().allMatch(result -> result.changed() == 0);
  }
}
