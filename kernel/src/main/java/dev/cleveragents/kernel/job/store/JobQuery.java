package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list, newest first.
 *
 * @param status only these, or null
 * @param type only these, or null
 * @param group only these, or null
 * @param before only jobs older than this one, or null: the last job of the page before
 * @param limit the most jobs to list, 1 to 10,000
 */
public record JobQuery(
    @Nullable AsyncJobStatus status,
    @Nullable String type,
    @Nullable String group,
    @Nullable JobId before,
    int limit) {

  public JobQuery {
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("limit must be 1 to 10000, is " + limit);
    }
  }

  /** The newest jobs of any kind. */
  public static JobQuery newest(int limit) {
    return new JobQuery(null, null, null, null, limit);
  }

  /** The same, of this status only. */
  public JobQuery withStatus(AsyncJobStatus status) {
    return new JobQuery(status, type, group, before, limit);
  }

  /** The same, of this type only. */
  public JobQuery withType(String type) {
    return new JobQuery(status, type, group, before, limit);
  }

  /** The same, of this group only. */
  public JobQuery withGroup(String group) {
    return new JobQuery(status, type, group, before, limit);
  }

  /** The page after the one that ended with this job. */
  public JobQuery after(JobId last) {
    return new JobQuery(status, type, group, last, limit);
  }

  /** Whether this query asks for the job; the page and the limit are for the store to apply. */
  public boolean matches(AsyncJob job) {
    return (status == null || status == job.status())
        && (type == null || type.equals(job.type()))
        && (group == null || group.equals(job.spec().group()));
  }
}
