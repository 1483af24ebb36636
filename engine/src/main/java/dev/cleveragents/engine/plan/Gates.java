package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a plan has to ask before it goes on, by its profile.
 *
 * @param profiles the profile of a name; throws where there is none
 */
public record Gates(Function<String, AutomationProfile> profiles) {

  /** What the profile says to the beginning of a phase. */
  Verdict before(PlanPhase phase, String profile, @Nullable Double confidence) {
    Gate gate =
        switch (phase) {
          case STRATEGIZE -> Gate.STRATEGIZE;
          case EXECUTE -> Gate.EXECUTE;
          case APPLY -> Gate.APPLY;
        };
    return profiles.apply(profile).at(gate, confidence);
  }
}
