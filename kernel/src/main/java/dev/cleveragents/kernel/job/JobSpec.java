package dev.cleveragents.kernel.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job to enqueue. Start from {@link #of} and add what differs from the defaults.
 *
 * @param type which body runs it
 * @param payload what the body needs to know, opaque to the store
 * @param keys what the job needs for itself while it runs, sorted, without repeats: a key is held
 *     by as many running jobs as its limit allows, one unless the store has another limit
 * @param priority higher runs earlier: one step is worth {@link JobProtocol#PRIORITY_STEP} of
 *     waiting; from -1000 to 1000, 0 by default
 * @param delay how long it must wait before it may be claimed; none by default
 * @param idempotencyKey a job with the same key is enqueued once while it is kept; none by default
 * @param group the tree of work it belongs to, for workers that serve only one; none by default
 * @param retry how often it is tried
 */
public record JobSpec(
    String type,
    String payload,
    List<String> keys,
    int priority,
    Duration delay,
    @Nullable String idempotencyKey,
    @Nullable String group,
    RetryPolicy retry) {

  public JobSpec {
    if (type.isBlank()) {
      throw new IllegalArgumentException("A job needs a type: the name of the body that runs it");
    }
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("Job of type '" + type + "' has a blank key");
    }
    if (priority < -1000 || priority > 1000) {
      throw new IllegalArgumentException("priority must be -1000 to 1000, is " + priority);
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative, is " + delay);
    }
    keys = keys.stream().sorted().distinct().toList();
  }

  /** A job of this type with nothing special about it. */
  public static JobSpec of(String type) {
    return new JobSpec(type, "", List.of(), 0, Duration.ZERO, null, null, RetryPolicy.STANDARD);
  }

  /** The same with this payload. */
  public JobSpec withPayload(String payload) {
    return new JobSpec(type, payload, keys, priority, delay, idempotencyKey, group, retry);
  }

  /** The same with these keys as well. */
  public JobSpec withKeys(String... more) {
    List<String> all = Stream.concat(keys.stream(), Stream.of(more)).toList();
    return new JobSpec(type, payload, all, priority, delay, idempotencyKey, group, retry);
  }

  /** The same with this priority. */
  public JobSpec withPriority(int priority) {
    return new JobSpec(type, payload, keys, priority, delay, idempotencyKey, group, retry);
  }

  /** The same, claimable only after this delay. */
  public JobSpec withDelay(Duration delay) {
    return new JobSpec(type, payload, keys, priority, delay, idempotencyKey, group, retry);
  }

  /** The same with this idempotency key. */
  public JobSpec withIdempotencyKey(String key) {
    return new JobSpec(type, payload, keys, priority, delay, key, group, retry);
  }

  /** The same as part of this group. */
  public JobSpec withGroup(String group) {
    return new JobSpec(type, payload, keys, priority, delay, idempotencyKey, group, retry);
  }

  /** The same with this retry policy. */
  public JobSpec withRetry(RetryPolicy retry) {
    return new JobSpec(type, payload, keys, priority, delay, idempotencyKey, group, retry);
  }
}
