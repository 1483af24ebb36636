package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The job that works on one stretch of a plan. Its idempotency key is the stretch, so that asking
 * for it twice enqueues it once; its keys keep others off the plan and, in the last phase, off what
 * the plan is applied to.
 *
 * @param attempt the stretch it was made for; when the plan has moved since, it does nothing
 */
public record PlanJob(PlanId plan, int attempt, Purpose purpose) {

  /** The type of these jobs. */
  public static final String TYPE = "plan";

  /**
   * The type of the jobs in which a user edits a sandbox; only the process of that user runs it.
   */
  public static final String EDIT_TYPE = "plan-edit";

  /** What a stretch is for. */
  public enum Purpose {
    /** The actor works, and its work is checked. */
    WORK,
    /** The files are checked as they are. */
    CHECK,
    /** The user edits the files. */
    EDIT
  }

  /** How often a stretch is begun if its worker dies each time, or the store is away. */
  private static final RetryPolicy RETRY = RetryPolicy.STANDARD.withMaxAttempts(5);

  /** The job for the stretch that this plan is queued for, without the limit of running plans. */
  static JobSpec next(Plan plan, Purpose purpose) {
    int attempt = plan.status().counters().attempt();
    Map<String, @Nullable Object> payload = new LinkedHashMap<>();
    payload.put("plan", plan.id().toString());
    payload.put("attempt", attempt);
    if (purpose != Purpose.WORK) {
      payload.put("purpose", purpose.name());
    }
    JobSpec spec =
        JobSpec.of(purpose == Purpose.EDIT ? EDIT_TYPE : TYPE)
            .withPayload(Json.write(payload))
            .withKeys("plan:" + plan.id())
            .withGroup(plan.kind().root().toString())
            .withIdempotencyKey(
                "plan/%s/%s/%d".formatted(plan.id(), plan.status().phase(), attempt))
            .withRetry(purpose == Purpose.EDIT ? RETRY.withMaxAttempts(1) : RETRY);
    if (plan.status().phase() == PlanPhase.APPLY) {
      return withTargets(spec, plan);
    }
    PlanBrief.Part part = plan.brief().part();
    return part == null
        ? spec
        : spec.withKeys(
            KeyLimits.pool("subplans:" + plan.kind().parent(), part.rules().maxParallel()));
  }

  private static JobSpec withTargets(JobSpec spec, Plan plan) {
    return spec.withKeys(
        plan.brief().targets().stream()
            .map(target -> "target:" + target.resource().location())
            .toArray(String[]::new));
  }

  public static PlanJob of(String payload) {
    Map<String, @Nullable Object> json = Json.readObject(payload);
    return new PlanJob(
        PlanId.parse((String) Objects.requireNonNull(json.get("plan"))),
        ((Long) Objects.requireNonNull(json.get("attempt"))).intValue(),
        json.get("purpose") instanceof String purpose ? Purpose.valueOf(purpose) : Purpose.WORK);
  }
}
