package dev.cleveragents.engine.policy;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolEffect;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges one tool call by a profile: deny lists, allow lists, calls per step, and last whether a
 * person must approve. The first objection decides, so that a person is never asked to approve a
 * call that the profile forbids anyway. A pure function.
 */
public record Guard(AutomationProfile profile) {

  /**
   * A call that is about to run.
   *
   * @param number its position among the calls of the actor's turn; the first is 1
   * @param confidence the actor's, from 0 to 1; null if the actor gave none
   * @param subjects what patterns are matched with: the subjects of the call, and the files that it
   *     would have in truth, where a link leads to them
   * @param effects the effects that the call would have now
   */
  public record Use(
      ToolCall<?> call,
      int number,
      @Nullable Double confidence,
      List<String> subjects,
      List<ToolEffect> effects) {

    public Use {
      subjects = List.copyOf(subjects);
      effects = List.copyOf(effects);
    }
  }

  /** Decides whether this call may run. */
  public GuardVerdict rule(Use use) {
    return Stream.<Optional<GuardVerdict>>of(
            denied(use), notAllowed(use), tooMany(use), asking(use))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(new GuardVerdict.Allow());
  }

  private Optional<GuardVerdict> denied(Use use) {
    String tool = use.call().tool().name();
    return profile.guards().stream()
        .flatMap(guards -> guards.deny().stream())
        .filter(pattern -> pattern.matchesAny(tool, use.subjects()))
        .findFirst()
        .map(pattern -> refusal("its deny list has %s".formatted(pattern)));
  }

  private Optional<GuardVerdict> notAllowed(Use use) {
    boolean allowed = profile.guards().stream().allMatch(guards -> isAllowed(guards.allow(), use));
    return allowed ? Optional.empty() : Optional.of(refusal("it is not in its allow list"));
  }

  private static boolean isAllowed(@Nullable List<ToolPattern> allow, Use use) {
    return allow == null
        || allow.stream()
            .anyMatch(pattern -> pattern.matchesAll(use.call().tool().name(), use.subjects()));
  }

  private Optional<GuardVerdict> tooMany(Use use) {
    return profile.guards().stream()
        .map(ToolGuards::callsPerStep)
        .<Integer>mapMulti(
            (most, found) -> {
              if (most != null && use.number() > most) {
                found.accept(most);
              }
            })
        .findFirst()
        .map(most -> refusal("it limits tool calls per turn to %d".formatted(most)));
  }

  private Optional<GuardVerdict> asking(Use use) {
    List<Gate> asking =
        use.effects().stream()
            .flatMap(effect -> gates(effect).stream())
            .distinct()
            .filter(gate -> profile.at(gate, confidence(gate, use)) != Verdict.GO)
            .toList();
    if (asking.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        profile.attended()
            ? new GuardVerdict.Ask(asking)
            : new GuardVerdict.Refuse(
                "profile %s requires approval for %s, but does not allow asking (attended: false)"
                    .formatted(
                        profile.name().forPeople(),
                        asking.stream().map(Gate::toString).collect(Collectors.joining(", ")))));
  }

  /** The user chose what asks here; a model's commands run without the network instead. */
  private static @Nullable Double confidence(Gate gate, Use use) {
    return gate == Gate.USE_NETWORK ? Double.valueOf(1.0) : use.confidence();
  }

  private GuardVerdict refusal(String why) {
    return new GuardVerdict.Refuse(
        "the profile %s does not allow it: %s".formatted(profile.name().forPeople(), why));
  }

  private static List<Gate> gates(ToolEffect effect) {
    return switch (effect) {
      case CREATE_FILE -> List.of(Gate.CREATE_FILE);
      case EDIT_FILE -> List.of(Gate.EDIT_FILE);
      case DELETE_FILE -> List.of(Gate.DELETE_FILE);
      case RUN_COMMAND -> List.of(Gate.RUN_COMMAND);
      case USE_NETWORK -> List.of(Gate.USE_NETWORK);
      case INSTALL_DEPENDENCY -> List.of(Gate.INSTALL_DEPENDENCY);
      case CHANGE_THROUGH_SERVER -> List.of(Gate.RUN_COMMAND, Gate.USE_NETWORK);
      case SPAWN_SUBPLAN -> List.of(Gate.SPAWN_SUBPLAN);
    };
  }
}
