package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a plan may go without asking: per gate a threshold from 0.0, never ask, to 1.0, always
 * ask; between them it asks where the actor's confidence is below the threshold.
 *
 * @param thresholds one for every gate
 * @param attended whether there is somebody to ask; where not, what would be asked is refused
 */
public record AutomationProfile(
    Name name, String description, Map<Gate, Double> thresholds, boolean attended) {

  /** What may be asked about. Those after APPLY can be written and have no effect yet. */
  public enum Gate {
    STRATEGIZE,
    EXECUTE,
    APPLY,
    EDIT_FILE,
    CREATE_FILE,
    DELETE_FILE,
    RUN_COMMAND,
    USE_NETWORK,
    INSTALL_DEPENDENCY,
    SPAWN_SUBPLAN,
    REPLAN,
    RETRY;

    /** As it is written in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a profile says about something. */
  public enum Verdict {
    GO,
    ASK,
    REFUSE
  }

  /** Asks at every gate; those of phases are the only ones in force so far. */
  public static final AutomationProfile MANUAL =
      builtIn("manual", "Asks at every phase.", true, Set.of(Gate.values()));

  /** Asks before work begins and before it is applied. */
  public static final AutomationProfile SUPERVISED =
      builtIn(
          "supervised",
          "Plans by itself; asks before execute and apply.",
          true,
          Set.of(Gate.EXECUTE, Gate.APPLY));

  /** Asks before anything is applied. */
  public static final AutomationProfile TRUSTED =
      builtIn("trusted", "Plans and works by itself; asks before apply.", true, Set.of(Gate.APPLY));

  /** Asks nobody. */
  public static final AutomationProfile CI =
      builtIn("ci", "Never asks; refuses what it may not do.", false, Set.of());

  /** Those that are always there. */
  public static final List<AutomationProfile> BUILT_IN = List.of(MANUAL, SUPERVISED, TRUSTED, CI);

  public AutomationProfile {
    for (Gate gate : Gate.values()) {
      Double threshold = thresholds.get(gate);
      if (threshold == null || !(threshold >= 0.0 && threshold <= 1.0)) {
        throw new IllegalArgumentException(
            "The threshold of %s must be from 0.0 to 1.0, is %s".formatted(gate, threshold));
      }
    }
    thresholds = Map.copyOf(thresholds);
  }

  private static AutomationProfile builtIn(
      String name, String description, boolean attended, Set<Gate> asking) {
    Map<Gate, Double> thresholds = new EnumMap<>(Gate.class);
    Arrays.stream(Gate.values()).forEach(it -> thresholds.put(it, asking.contains(it) ? 1.0 : 0.0));
    return new AutomationProfile(Name.of(name), description, thresholds, attended);
  }

  /** The one of those that are always there which has this name. */
  public static Optional<AutomationProfile> builtIn(Name name) {
    return BUILT_IN.stream().filter(profile -> profile.name.equals(name)).findFirst();
  }

  /**
   * Whether to go on at a gate.
   *
   * @param confidence of the actor, from 0 to 1, or null if it did not say: then it has none
   */
  public Verdict at(Gate gate, @Nullable Double confidence) {
    double threshold = thresholds.getOrDefault(gate, 1.0);
    boolean asks = threshold >= 1.0 || (confidence == null ? 0.0 : confidence) < threshold;
    if (!asks) {
      return Verdict.GO;
    }
    return attended ? Verdict.ASK : Verdict.REFUSE;
  }
}
