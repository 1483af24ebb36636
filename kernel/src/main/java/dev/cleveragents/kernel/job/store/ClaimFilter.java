package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.JobSpec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs a worker takes.
 *
 * @param types the types it has bodies for
 * @param group the one tree of work it serves, or null for every one
 */
public record ClaimFilter(Set<String> types, @Nullable String group) {

  public ClaimFilter {
    types = Set.copyOf(types);
  }

  /** All jobs of these types. */
  public static ClaimFilter ofTypes(String... types) {
    return new ClaimFilter(Set.of(types), null);
  }

  /** Whether a job of this kind is among them. */
  public boolean matches(JobSpec spec) {
    return types.contains(spec.type()) && (group == null || group.equals(spec.group()));
  }
}
