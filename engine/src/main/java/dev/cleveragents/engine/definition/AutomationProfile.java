package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a plan may go without asking: per gate a threshold from 0.0, never ask, to 1.0, always
 * ask; between them it asks where the actor's confidence is below the threshold.
 *
 * @param thresholds one for every gate
 * @param attended whether there is somebody to ask; where not, what would be asked is refused
 * @param guards all of them hold before every use of a tool, whatever the thresholds say
 */
public record AutomationProfile(
    Name name,
    String description,
    Map<Gate, Double> thresholds,
    boolean attended,
    List<ToolGuards> guards) {

  /** What may be asked about. */
  public enum Gate {
    STRATEGIZE,
    EXECUTE,
    APPLY,
    EDIT_FILE,
    CREATE_FILE,
    DELETE_FILE,
    RUN_COMMAND,
    /** Nobody can tell from a command line what it does, so every command has to pass this gate. */
    USE_NETWORK,
    /** The same. */
    INSTALL_DEPENDENCY,
    /** In force once there are subplans. */
    SPAWN_SUBPLAN,
    /** Of a plan by itself, not of a person; in force once an actor can ask for it. */
    REPLAN,
    /** Trying a phase again by itself. */
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

  /** Asks at every gate. */
  public static final AutomationProfile MANUAL =
      builtIn(
          "manual",
          "Asks at every phase, every write and every command.",
          true,
          Set.of(Gate.values()));

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
    guards = List.copyOf(guards);
  }

  private static AutomationProfile builtIn(
      String name, String description, boolean attended, Set<Gate> asking) {
    Map<Gate, Double> thresholds = new EnumMap<>(Gate.class);
    Arrays.stream(Gate.values()).forEach(it -> thresholds.put(it, asking.contains(it) ? 1.0 : 0.0));
    return new AutomationProfile(Name.of(name), description, thresholds, attended, List.of());
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

  /**
   * This profile for a child of a plan that goes by another one: it may be tighter than that, never
   * looser.
   */
  public AutomationProfile within(AutomationProfile parent) {
    Map<Gate, Double> tighter = new EnumMap<>(Gate.class);
    for (Gate gate : Gate.values()) {
      tighter.put(
          gate,
          Math.max(thresholds.getOrDefault(gate, 1.0), parent.thresholds.getOrDefault(gate, 1.0)));
    }
    return new AutomationProfile(
        name,
        description,
        tighter,
        attended && parent.attended,
        Stream.concat(parent.guards.stream(), guards.stream()).distinct().toList());
  }
}
