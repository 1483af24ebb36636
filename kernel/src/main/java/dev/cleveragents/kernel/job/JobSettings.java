package dev.cleveragents.kernel.job;

import java.util.Map;

/**
 * What a store has to know about the jobs it keeps.
 *
 * @param keyLimits how many running jobs may hold a key
 * @param endings per job type, the effects of a run that did not succeed; none for types not named
 */
public record JobSettings(KeyLimits keyLimits, Map<String, JobEnding> endings) {

  /** One job per key, no endings. */
  public static final JobSettings DEFAULTS = new JobSettings(KeyLimits.ONE_EACH, Map.of());

  public JobSettings {
    endings = Map.copyOf(endings);
  }

  /** The ending of this type. */
  public JobEnding endingOf(String type) {
    return endings.getOrDefault(type, (job, status) -> Effects.none());
  }
}
