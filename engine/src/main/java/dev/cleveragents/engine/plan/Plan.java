package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of an action on a project, as it stood when it was read. A value: changing one changes
 * nothing.
 *
 * @param job the job that works on it or did so last; null before the first
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
   * @param profile how far it may go without asking
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
   * @param tree the files, as they were validated
   * @param commit the commit that holds them in the user's repository, or in the one that is kept
   *     of a plain directory
   * @param changed how many paths differ from the base
   */
  public record Result(String resource, String tree, String commit, int changed) {}

  /** When it was made, and when it last moved. */
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
