package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;
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
 * Decides when a plan needs an approval. Each gate has a threshold from 0.0 (never ask) to 1.0
 * (always ask); in between it asks if the actor's confidence is below the threshold.
 *
 * @param thresholds one for every gate
 * @param attended whether a person can be asked; if not, the profile refuses instead of asking
 * @param guards rules for every tool call that hold whatever the thresholds are
 */
public record AutomationProfile(
    Name name,
    String description,
    Map<Gate, Double> thresholds,
    boolean attended,
    List<ToolGuards> guards) {

  /** An operation that may need an approval. */
  public enum Gate {
    STRATEGIZE,
    EXECUTE,
    APPLY,
    EDIT_FILE,
    CREATE_FILE,
    DELETE_FILE,
    RUN_COMMAND,
    /**
     * Applies to every command, because its text does not tell whether it uses the network. The
     * confidence of a command that the user wrote is 1, that of a model's command 0.
     */
    USE_NETWORK,
    /** Applies to every command, for the same reason. */
    INSTALL_DEPENDENCY,
    /** A model splits its work; not asked for parts that the user wrote. */
    SPAWN_SUBPLAN,
    /** A replan by the plan itself, not by a person; not used before actors can request one. */
    REPLAN,
    /** A retry of a phase by the plan itself. */
    RETRY;

    /** The form in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The answer of a profile at a gate. */
  public enum Verdict {
    GO,
    ASK,
    REFUSE
  }

  /** A threshold that what the user wrote passes, and what a model asks for does not. */
  private static final double USERS_COMMANDS = 0.5;

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

  /** Never asks. */
  public static final AutomationProfile CI =
      builtIn("ci", "Never asks; refuses every operation that needs an approval.", false, Set.of());

  /** The built-in profiles. */
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
    thresholds.computeIfPresent(Gate.USE_NETWORK, (_, never) -> Math.max(never, USERS_COMMANDS));
    return new AutomationProfile(Name.of(name), description, thresholds, attended, List.of());
  }

  /** The built-in profile of this name. */
  public static Optional<AutomationProfile> builtIn(Name name) {
    return BUILT_IN.stream().filter(profile -> profile.name.equals(name)).findFirst();
  }

  /**
   * Whether commands run with the network, where the machine can take it away. A model's command
   * never asks for it; a command that the user wrote may have to be approved first.
   *
   * @param byModel whether a model asks for the command, rather than that the user wrote it
   */
  public boolean givesNetwork(boolean byModel) {
    return byModel
        ? at(Gate.USE_NETWORK, 0.0) == Verdict.GO
        : at(Gate.USE_NETWORK, 1.0) != Verdict.REFUSE;
  }

  /**
   * Decides whether an operation may continue at a gate.
   *
   * @param confidence of the actor, from 0 to 1; null counts as 0
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
   * Combines this profile with the profile of a parent plan. The result is at least as strict as
   * both.
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
