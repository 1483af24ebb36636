package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.kernel.job.JobId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened.
 *
 * @param type what, such as {@code plan.moved}
 * @param plan the plan it happened to, if to one
 * @param job the job that did it, if one did
 * @param actor who did it: a person, a worker, an actor of the plan
 * @param correlation ties together what belongs to one request, if there was one
 * @param data more about it, as far as JSON can say it
 */
public record Event(
    String type,
    @Nullable PlanId plan,
    @Nullable JobId job,
    String actor,
    @Nullable String correlation,
    Map<String, @Nullable Object> data) {

  public Event {
    if (type.isBlank()) {
      throw new IllegalArgumentException("An event needs a type");
    }
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
  }

  /** An event with nothing to tell but that it happened. */
  public static Event of(String type, String actor) {
    return new Event(type, null, null, actor, null, Map.of());
  }

  /** The same of this plan. */
  public Event withPlan(PlanId plan) {
    return new Event(type, plan, job, actor, correlation, data);
  }

  /** The same by this job. */
  public Event withJob(JobId job) {
    return new Event(type, plan, job, actor, correlation, data);
  }

  /** The same as part of this request. */
  public Event withCorrelation(String correlation) {
    return new Event(type, plan, job, actor, correlation, data);
  }

  /** The same with this told as well. */
  public Event with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(data);
    more.put(name, value);
    return new Event(type, plan, job, actor, correlation, more);
  }
}
