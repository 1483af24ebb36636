package dev.cleveragents.engine.audit;

import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.workspace.PlanId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event for the audit log.
 *
 * @param type such as {@code plan.moved}
 * @param plan the plan concerned, if any
 * @param job the job that caused it, if any
 * @param actor the person, worker or actor of the plan that caused it
 * @param correlation the id of the request it belongs to, if any
 * @param data details; values must have a JSON form
 */
public record AuditEvent(
    String type,
    @Nullable PlanId plan,
    @Nullable JobId job,
    String actor,
    @Nullable String correlation,
    Map<String, @Nullable Object> data) {

  public AuditEvent {
    if (type.isBlank()) {
      throw new IllegalArgumentException("An event needs a type");
    }
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
  }

  /** Details for an event: names and values in turn. */
  public static Map<String, @Nullable Object> data(Object... namesAndValues) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      data.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return data;
  }

  /** An event without a plan, a job or data. */
  public static AuditEvent of(String type, String actor) {
    return new AuditEvent(type, null, null, actor, null, Map.of());
  }

  /** A copy with this plan. */
  public AuditEvent withPlan(PlanId plan) {
    return new AuditEvent(type, plan, job, actor, correlation, data);
  }

  /** A copy with one more member of its data. */
  public AuditEvent with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(data);
    more.put(name, value);
    return new AuditEvent(type, plan, job, actor, correlation, more);
  }
}
