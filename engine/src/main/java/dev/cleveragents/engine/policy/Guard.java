package dev.cleveragents.engine.policy;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.engine.tool.ToolCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges one use of a tool by a profile: deny lists, allow lists, calls per step, and last whether
 * somebody has to be asked. The first that objects decides, so that nobody is asked about what may
 * not happen anyway. A pure function.
 */
public record Guard(AutomationProfile profile) {

  /**
   * How a tool is about to be used.
   *
   * @param number which use it is in the actor's turn; the first is 1
   * @param confidence of the actor, from 0 to 1, or null if it did not say
   * @param replaces whether something stands where a file would be written
   */
  public record Use(ToolCall call, int number, @Nullable Double confidence, boolean replaces) {}

  /** What the profile says about this use. */
  public Ruling rule(Use use) {
    return Stream.<Optional<Ruling>>of(denied(use), notAllowed(use), tooMany(use), asking(use))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(new Ruling.Go());
  }

  private Optional<Ruling> denied(Use use) {
    ToolCall call = use.call();
    return profile.guards().stream()
        .flatMap(guards -> guards.deny().stream())
        .filter(pattern -> pattern.meansAny(call.tool(), call.subjects()))
        .findFirst()
        .map(pattern -> refusal("its deny list has %s".formatted(pattern)));
  }

  private Optional<Ruling> notAllowed(Use use) {
    boolean allowed =
        profile.guards().stream().allMatch(guards -> isAllowed(guards.allow(), use.call()));
    return allowed ? Optional.empty() : Optional.of(refusal("it is not in its allow list"));
  }

  private static boolean isAllowed(@Nullable List<ToolPattern> allow, ToolCall call) {
    return allow == null
        || allow.stream().anyMatch(pattern -> pattern.meansAll(call.tool(), call.subjects()));
  }

  private Optional<Ruling> tooMany(Use use) {
    return profile.guards().stream()
        .map(ToolGuards::callsPerStep)
        .<Integer>mapMulti(
            (most, found) -> {
              if (most != null && use.number() > most) {
                found.accept(most);
              }
            })
        .findFirst()
        .map(most -> refusal("it allows %d uses of tools in one turn".formatted(most)));
  }

  private Optional<Ruling> asking(Use use) {
    List<Gate> asking =
        gates(use).stream()
            .filter(gate -> profile.at(gate, use.confidence()) != Verdict.GO)
            .toList();
    if (asking.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        profile.attended()
            ? new Ruling.Ask(asking)
            : refusal("it would have to be asked about, and it asks nobody"));
  }

  private Ruling refusal(String why) {
    return new Ruling.Refuse(
        "the profile %s does not let it: %s".formatted(profile.name().forPeople(), why));
  }

  /** The gates that a use has to pass. Nobody can tell from a line what a command does. */
  private static List<Gate> gates(Use use) {
    return switch (use.call()) {
      case ToolCall.Write _ -> List.of(use.replaces() ? Gate.EDIT_FILE : Gate.CREATE_FILE);
      case ToolCall.Edit _ -> List.of(Gate.EDIT_FILE);
      case ToolCall.Delete _ -> List.of(Gate.DELETE_FILE);
      case ToolCall.Move _ -> List.of(Gate.DELETE_FILE, Gate.CREATE_FILE);
      case ToolCall.Run _ -> List.of(Gate.RUN_COMMAND, Gate.USE_NETWORK, Gate.INSTALL_DEPENDENCY);
    };
  }
}
